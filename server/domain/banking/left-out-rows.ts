/** Rows of a CSV file that were not read as entries, such as totals, balances and footers. */
export interface LeftOutRows {
  count: number;
  /** Number of rows that the bank marked as refused. Absent: 0. */
  refused?: number;
  /** The first 200 rows of a file, three in the answer to an upload, and the first 20 notes of a stored statement. */
  samples: LeftOutRow[];
}

interface LeftOutRow {
  line: number;
  text: string;
  /** True if the row cannot name a payer, such as a total, a heading or a footer. Absent for others, and in what is kept. */
  isNote?: true;
}

/** Maximum number of samples of a file. */
const MOST_LEFT_OUT_SAMPLES = 200;
/** Maximum number of samples that are kept with a statement. */
const MOST_KEPT = 20;

/** Counts a row, and adds it to the samples while there are few. */
export function addLeftOut(
  rows: LeftOutRows,
  { isRefused, isNote, ...row }: { line: number; text: string; isRefused: boolean; isNote: boolean },
): void {
  rows.count += 1;
  if (isRefused) rows.refused = (rows.refused ?? 0) + 1;
  if (rows.samples.length < MOST_LEFT_OUT_SAMPLES) rows.samples.push(isNote ? { ...row, isNote } : row);
}

/**
 * Returns what is kept with a statement: the counts, and the first samples that cannot name a payer. All other rows are only counted, because
 * no erasure reaches their texts.
 */
export function keptRows({ samples, ...counts }: LeftOutRows): LeftOutRows {
  const notes = samples.filter(({ isNote }) => isNote).slice(0, MOST_KEPT);
  return { ...counts, samples: notes.map(({ line, text }) => ({ line, text })) };
}
