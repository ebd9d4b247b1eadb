import { type StatementPart, StatementRefusal } from "@/server/bank/statements/statement";
import { type CsvLayout, type CsvQuestion, type CsvSheet, faultOf } from "@/server/domain/banking/csv-layout";
import { RecordReader } from "@/server/platform/sheets/records";
import { UnreadableFile } from "@/server/platform/sheets/unreadable-file";
import { type FoundSheet, findSheet } from "./find-sheet";
import { guessLayout } from "./guess-layout";
import { RowReader } from "./row-reader";
import { withoutSingleQuotes } from "./single-quotes";

/** Finds the confirmed layout of a kind of CSV file. */
export type CsvLayouts = (sheet: CsvSheet) => Promise<CsvLayout | undefined>;

/** Number of lines among which the first row must be. */
const FIRST_LINES = 60;

/**
 * Reads a bank's CSV file by its layout. Account and currency are empty if the file does not name them. Rows that are no entries are left out
 * and counted. Throws a `StatementRefusal` with the question about the columns for a person; its reason is `unknown_columns` if nobody has
 * confirmed a layout, or the layout has a fault.
 */
export async function* readCsv(lines: AsyncIterable<string>, layouts: CsvLayouts, latestDay: string): AsyncGenerator<StatementPart> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await take(iterator, FIRST_LINES);
  const found = findSheet(first);
  if (!found) throw new StatementRefusal("not_a_statement", 1, "file", first[0]?.slice(0, 40));
  const sheet: CsvSheet = { key: found.key, columns: found.columns };
  const kept = await layouts(sheet);
  const layout = kept ?? guessLayout(found, found.rows);
  const question: CsvQuestion = { sheet, layout, accounts: [] };
  try {
    if (!kept || faultOf(kept)) {
      const names = found.columns.map(({ name }) => name).join(", ");
      throw new StatementRefusal("unknown_columns", found.before + 1, "columns", names.slice(0, 80));
    }
    yield* readRows(found, new RowReader(found, layout, question, latestDay), rest(first.slice(found.before), iterator));
  } catch (error) {
    if (!(error instanceof StatementRefusal)) throw error;
    const { reason, line, element, found: foundText, sum, rows } = error;
    throw new StatementRefusal(reason, line, element, foundText, { question, sum, rows });
  }
}

async function take(iterator: AsyncIterator<string>, most: number): Promise<string[]> {
  const lines: string[] = [];
  while (lines.length < most) {
    const { value, done } = await iterator.next();
    if (done) break;
    lines.push(value);
  }
  return lines;
}

async function* rest(first: string[], iterator: AsyncIterator<string>): AsyncGenerator<string> {
  yield* first;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

async function* readRows(
  { delimiter, before, singleQuoted }: FoundSheet,
  reader: RowReader,
  lines: AsyncIterable<string>,
): AsyncGenerator<StatementPart> {
  const records = new RecordReader(delimiter, (column) => singleQuoted.has(column));
  try {
    for await (const line of lines) {
      const record = records.add(line);
      if (record) yield* reader.read(record.cells, before + record.line, withoutSingleQuotes(record.cells, singleQuoted));
    }
    records.end();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { fault, line, element, found } = error;
    throw new StatementRefusal(fault === "empty" ? "not_a_statement" : fault, before + line, element, found);
  }
  yield* reader.end();
}
