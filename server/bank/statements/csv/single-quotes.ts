/** Whether a cell stands between single quotes. */
export function isSingleQuoted(cell: string): boolean {
  return cell.length > 1 && cell.startsWith("'") && cell.endsWith("'");
}

/** Removes the single quotes around the cells of these columns; other apostrophes stay. */
export function withoutSingleQuotes(cells: string[], columns: ReadonlySet<number>): string[] {
  if (columns.size === 0) return cells;
  return cells.map((cell, index) => (columns.has(index) && isSingleQuoted(cell) ? cell.slice(1, -1).replaceAll("''", "'").trim() : cell));
}
