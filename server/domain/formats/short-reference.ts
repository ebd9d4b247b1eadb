/** Number of characters of a short reference. */
const LENGTH = 8;

/** Returns the short reference of a statement or of a file for a bank, which pages and names of files show: the end of its id. */
export function shortReference(id: string): string {
  return id.slice(-LENGTH);
}
