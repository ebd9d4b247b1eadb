/** Returns the only row of a statement that must return exactly one. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}
