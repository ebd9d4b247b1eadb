/** Splits a URL into path and query string, at a fraction of the cost of a full parse. */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const mark = url.indexOf("?", start);
  return mark < 0 ? { path: url.slice(start), query: "" } : { path: url.slice(start, mark), query: url.slice(mark) };
}

/** Returns the path with underscores. The contract's tables write multi-word names with colons; both spellings are valid. */
export function plainPath(path: string): string {
  return path.replace(/%3a|:/gi, "_");
}
