/** Returns the one row that a statement must have produced. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}
