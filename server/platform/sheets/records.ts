import { parse } from "csv-parse/sync";

/** Characters that separate the cells of a row. */
export const delimiters = [";", "\t", ",", "|"];

/** Options of the parser. Relaxed, because programs also write quotes within texts. */
export const separatedBy = (delimiter: string) =>
  ({ delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, trim: true }) as const;

/** Returns the complete records. A quoted cell that is cut off at the end of the sample is left out, with everything after it. */
export function recordsIn(lines: readonly string[], delimiter: string): { cells: string[]; firstLine: number }[] {
  const records: { cells: string[]; firstLine: number }[] = [];
  let next = 1;
  const onRecord = (cells: string[], { lines: line }: { lines: number }) => {
    records.push({ cells, firstLine: next });
    next = line + 1;
    return null;
  };
  try {
    parse(lines.join("\n"), { ...separatedBy(delimiter), bom: true, on_record: onRecord });
  } catch {
    // After an error, the records read so far are enough.
  }
  return records;
}
