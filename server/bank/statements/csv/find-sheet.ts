import { createHash } from "node:crypto";
import { ibansIn } from "@/server/bank/parties/ibans-in-text";
import { type CsvSheet, MOST_CSV_COLUMNS } from "@/server/domain/banking/csv-layout";
import { centsIn, dayIn } from "@/server/platform/sheets/cell-values";
import { delimiters, recordsIn } from "@/server/platform/sheets/records";
import { isSingleQuoted, withoutSingleQuotes } from "./single-quotes";

/** Position of a file's rows, and the facts in the lines above them. */
export interface FoundSheet extends CsvSheet {
  delimiter: string;
  /** Number of lines to the end of the column names; if the columns have no names, before the first row. */
  before: number;
  /** Records above the column names; if the columns have no names, above the first row. */
  above: { cells: string[]; line: number }[];
  /** The account number in the lines above the column names; empty unless there is exactly one. */
  account: string;
  /** Line that names the account; 0 if none does. */
  accountLine: number;
  /** Rows with a day and an amount. */
  rows: string[][];
  /** Columns whose cells stand between single quotes; usually none. */
  singleQuoted: ReadonlySet<number>;
}

/** Maximum number of different cells by which a column is shown. */
const SAMPLES = 3;

/**
 * Finds the columns of a CSV file in its first lines; undefined if no line has a day and an amount. The first row is the first line with
 * both and the usual number of cells.
 */
export function findSheet(lines: readonly string[]): FoundSheet | undefined {
  const found = delimiters.map((delimiter) => sheetBy(lines, delimiter)).filter((sheet) => sheet !== undefined);
  return found.sort((one, other) => other.columns.length - one.columns.length)[0];
}

function sheetBy(lines: readonly string[], delimiter: string): FoundSheet | undefined {
  const singleQuoted = singleQuotedColumns(lines, delimiter);
  const written = recordsIn(lines, delimiter, (column) => singleQuoted.has(column));
  const records = written.map((record) => ({ ...record, cells: withoutSingleQuotes(record.cells, singleQuoted) }));
  const isRow = rowsAmong(records);
  const width = usualWidth(records.flatMap(({ cells }) => (isRow(cells) ? cells.length : [])));
  const first = records.findIndex(({ cells }) => cells.length === width && isRow(cells));
  const row = records[first];
  if (!row || width < 2 || width > MOST_CSV_COLUMNS) return undefined;
  const names = first - namesAbove(records.slice(0, first), width);
  const namesOf = records[names]?.cells ?? [];
  const isNamed = filledIn(namesOf) >= 2 && !isRow(namesOf) && namesOf.slice(width).every((name) => name === "");
  const columns = row.cells.map((_, index) => (isNamed ? (namesOf[index] ?? "") : ""));
  const table = records.slice(first).flatMap(({ cells }) => (cells.length === width ? [cells] : []));
  const before = records[isNamed ? names : first - 1]?.line ?? 0;
  // Keys are older than the reading of single quotes, so they contain the names with quotes.
  const keyParts = [delimiter, ...columns.map((_, index) => (isNamed ? (written[names]?.cells[index] ?? "") : "").toLowerCase())];
  return {
    key: createHash("sha256").update(JSON.stringify(keyParts)).digest("hex"),
    columns: columns.map((name, index) => ({ name, samples: samplesOf(table, index) })),
    delimiter,
    before,
    above: records.slice(0, isNamed ? names : first).map(({ cells, firstLine }) => ({ cells, line: firstLine })),
    ...accountAbove(lines.slice(0, before)),
    rows: table.filter(isRow),
    singleQuoted,
  };
}

/**
 * Returns the columns whose filled cells all stand between single quotes, and empty columns, because later rows may fill these. None if no
 * filled column is quoted like this, or if the file uses double quotes.
 */
function singleQuotedColumns(lines: readonly string[], delimiter: string): ReadonlySet<number> {
  const records = recordsIn(lines, delimiter, () => true);
  const plain = ({ cells }: { cells: string[] }) => ({ cells: cells.map((cell) => cell.replace(/^'|'$/g, "")) });
  const isRow = rowsAmong(records.map(plain));
  const rows = records.flatMap((record) => (isRow(plain(record).cells) ? [record.cells] : []));
  const width = usualWidth(rows.map(({ length }) => length));
  const table = rows.filter(({ length }) => length === width);
  const columns = Array.from({ length: width }, (_, index) => index).filter((index) =>
    table.every((cells) => cells[index] === "" || isSingleQuoted(cells[index] ?? "")),
  );
  const isQuote = columns.some((index) => table.some((cells) => cells[index] !== ""));
  return new Set(isQuote && !lines.some((line) => DOUBLE_QUOTED.test(line)) ? columns : []);
}

/** Matches a line with a cell that begins with a double quote. */
const DOUBLE_QUOTED = /(?:^|[;,\t|])\s*"/;

/** Returns the width that most rows have, because one may have a delimiter in its text; of several, the first. 0 if there are no rows. */
function usualWidth(widths: readonly number[]): number {
  const timesOf = (width: number) => widths.filter((each) => each === width).length;
  return widths.toSorted((one, other) => timesOf(other) - timesOf(one))[0] ?? 0;
}

/**
 * Returns the position of the record that names the columns, counted from the end; 1 if no record looks like names. Between the names and the
 * first row with a day, there may be rows without one, such as an opening balance or announced payments.
 */
function namesAbove(records: readonly { cells: string[] }[], width: number): number {
  const couldName = (cells: readonly string[]) =>
    filledIn(cells) * 2 > width && cells.slice(width).every((name) => name === "") && !cells.some((cell) => ENDS_WITH_AMOUNT.test(cell));
  const last = records.at(-1)?.cells ?? [];
  if (couldName(last)) return 1;
  const above = records.slice(-MOST_BETWEEN).findLastIndex(({ cells }) => cells.length >= width && couldName(cells));
  return above < 0 ? 1 : Math.min(records.length, MOST_BETWEEN) - above;
}

const ENDS_WITH_AMOUNT = /\d[.,]\d\d?\s*(?:[A-Z]{1,3}|€|£)?$/;

/** Maximum number of records from the names of the columns to the first row. */
const MOST_BETWEEN = 20;

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell !== "").length;

function samplesOf(rows: string[][], index: number): string[] {
  const filled = rows.flatMap((cells) => cells[index] || []);
  return [...new Set(filled)].slice(0, SAMPLES).map((cell) => cell.slice(0, LONGEST_SAMPLE));
}

/** Maximum length of a shown cell, in characters. */
const LONGEST_SAMPLE = 60;

/**
 * Returns a function that tells whether a record is a row, with a day and an amount. Unless most rows have days with the names of months, only
 * days in digits count, because a line above the table may name a day.
 */
function rowsAmong(records: readonly { cells: string[] }[]): (cells: string[]) => boolean {
  const withDay = (is: (cell: string) => boolean) => (cells: string[]) => {
    const day = cells.findIndex((cell) => is(cell) && (dayIn(cell, "day_first") ?? dayIn(cell, "month_first")));
    return day >= 0 && cells.some((cell, index) => index !== day && (centsIn(cell, ",") ?? centsIn(cell, ".")) !== undefined);
  };
  const [isAny, isInDigits] = [withDay(() => true), withDay((cell) => DAY_IN_DIGITS.test(cell))];
  const count = (is: typeof isAny) => records.filter(({ cells }) => is(cells)).length;
  return count(isInDigits) * 2 >= count(isAny) ? isInDigits : isAny;
}

const DAY_IN_DIGITS = /^\s*[\d./-]{6,}(?:[\sT]|$)/;

function accountAbove(lines: readonly string[]): Pick<FoundSheet, "account" | "accountLine"> {
  const [account = "", ...others] = new Set(lines.flatMap(ibansIn));
  if (account === "" || others.length > 0) return { account: "", accountLine: 0 };
  return { account, accountLine: 1 + lines.findIndex((line) => ibansIn(line).length > 0) };
}
