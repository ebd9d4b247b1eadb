/** Rows of a CSV file that were not read as entries, such as totals, balances and footers. */
export interface LeftOutRows {
  count: number;
  /** Number of rows that the bank marked as refused. Absent: 0. */
  refused?: number;
  /** The first 200 rows of a file, three in the answer to an upload, and 20 of a stored statement. */
  samples: LeftOutRow[];
}

interface LeftOutRow {
  line: number;
  text: string;
  /** True if the bank marked the row as refused: it names a payer. Absent otherwise. */
  isRefused?: true;
}

/** Maximum number of samples of a file. */
const MOST_LEFT_OUT_SAMPLES = 200;
/** Maximum number of samples that are kept with a statement. */
const MOST_KEPT = 20;

/** Counts a row, and adds it to the samples while there are few. */
export function addLeftOut(rows: LeftOutRows, { isRefused, ...row }: { line: number; text: string; isRefused: boolean }): void {
  rows.count += 1;
  if (isRefused) rows.refused = (rows.refused ?? 0) + 1;
  if (rows.samples.length < MOST_LEFT_OUT_SAMPLES) rows.samples.push(isRefused ? { ...row, isRefused } : row);
}

/** Returns what is kept with a statement: the counts, and the first samples. Refused rows are only counted, because they name payers. */
export function keptRows({ samples, ...counts }: LeftOutRows): LeftOutRows {
  return { ...counts, samples: samples.filter(({ isRefused }) => !isRefused).slice(0, MOST_KEPT) };
}
