/**
 * In characters. The service's paths are shorter, and decoding one that is escaped a thousand times over blocks the process for a second.
 */
const LONGEST_PATH = 500;

/**
 * Returns the path to redirect to after signing in or out, always on this site. An address that a browser or proxy could read as another
 * site becomes the first page.
 */
export function callbackPath(given: unknown, site: string): string {
  const { origin } = new URL(site);
  const url = typeof given === "string" && URL.canParse(given, origin) ? new URL(given, origin) : undefined;
  if (url?.origin !== origin || url.pathname.length > LONGEST_PATH || namesOtherSite(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Whether the path begins with two slashes, which browsers read as the beginning of another site's name. */
function namesOtherSite(path: string): boolean {
  return /^[/\\]{2}/.test(unescaped(path));
}

/** Decodes the path until nothing is escaped. A path that cannot be decoded is treated as the most dangerous one. */
function unescaped(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain === path ? path : unescaped(plain);
  } catch {
    return "//";
  }
}
