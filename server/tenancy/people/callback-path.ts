/** In characters. Our own paths are shorter, and one that is escaped a thousand times over takes the whole process a second to read. */
const LONGEST_PATH = 500;

/**
 * Where to redirect a person after signing in or out: always a path of this site. Anything that a browser or proxy could read as another site
 * becomes the first page.
 */
export function callbackPath(given: unknown, site: string): string {
  const { origin } = new URL(site);
  const url = typeof given === "string" && URL.canParse(given, origin) ? new URL(given, origin) : undefined;
  if (url?.origin !== origin || url.pathname.length > LONGEST_PATH || /^[/\\]{2}/.test(unescaped(url.pathname))) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}

/** However often it was escaped; what cannot be is taken for the worst. */
function unescaped(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain === path ? path : unescaped(plain);
  } catch {
    return "//";
  }
}
