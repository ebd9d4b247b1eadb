import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type AnyErrorCode, DomainError } from "@/server/errors";
import { dayIn } from "@/server/platform/sheets/cell-values";
import { linesIn } from "@/server/platform/sheets/lines-in";
import { delimiters, RecordReader, type SheetRecord } from "@/server/platform/sheets/records";
import { UnreadableFile } from "@/server/platform/sheets/unreadable-file";
import { transact } from "@/server/platform/transact";
import { findColumns, type MandateColumns, missingColumns } from "./mandate-columns";
import type { GivenMandate, MandateField, MandateOutcome } from "./mandate-fields";
import { MOST_MANDATES, recordMandates } from "./record-mandates";

/** Largest number of rows in a file. */
const MOST_ROWS = 10_000;

/** A row of a file, by its line and by the mandate's reference and holder as they stand there; empty if they do not. */
interface NamedRow {
  line: number;
  reference: string;
  holder: string;
}

/** A row that was refused, and what is wrong in which cell. */
interface RefusedRow extends NamedRow {
  faults: {
    field: MandateField;
    /** Name of the column; null if the file has none. */
    column: string | null;
    /** Letter of the column as spreadsheets show it, such as `C`; null if the file has no such column. */
    letter: string | null;
    value: string;
    code: AnyErrorCode;
  }[];
  /** Reference of the mandate that stands in the way. */
  existingReference: string | null;
  /** Fields in which that mandate differs. */
  differing: MandateField[];
}

/** Result of a file. */
export interface RecordedFile {
  recorded: number;
  /** Number of mandates that were recorded before and stay as they are. */
  known: number;
  /** Number of mandates that were recorded before and count from a later last collection now. */
  extended: number;
  /** Rows of known mandates that state something else than is recorded, which changed nothing, with the fields. */
  ignored: (NamedRow & { fields: MandateField[] })[];
  refused: RefusedRow[];
}

/**
 * Records the mandates of a CSV file, and returns the rows that were refused, each with its cells. The first row names the columns. Throws
 * `mandate_file_not_readable` (with the line), `mandate_columns_missing` (with the fields), `mandate_file_too_long`, and the errors of
 * `recordMandates`.
 */
export async function recordMandateFile(db: Database, actor: Actor, companyId: string, contents: Uint8Array): Promise<RecordedFile> {
  const [head, ...rows] = await readRecords(contents);
  if (!head) throw new DomainError("mandate_file_not_readable");
  const columns = findColumns(head.cells);
  const missing = missingColumns(columns);
  if (missing.length > 0) throw new DomainError("mandate_columns_missing", "refused", missing.join(","));
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
  if (filled.length > MOST_ROWS) throw new DomainError("mandate_file_too_long");
  return transact(db, actor, async (tx) => {
    const outcomes: MandateOutcome[] = [];
    for (let from = 0; from < Math.max(filled.length, 1); from += MOST_MANDATES) {
      const given = filled.slice(from, from + MOST_MANDATES).map(({ cells }) => readRow(cells, columns));
      outcomes.push(...(await recordMandates(tx, actor, companyId, given)));
    }
    const recorded = outcomes.flatMap((outcome) => ("mandate" in outcome ? [outcome] : []));
    return {
      recorded: recorded.filter(({ isNew }) => isNew).length,
      known: recorded.filter(({ isNew, isExtended }) => !isNew && !isExtended).length,
      extended: recorded.filter(({ isExtended }) => isExtended).length,
      ignored: filled.flatMap((row, place) => {
        const outcome = outcomes[place];
        return outcome && "mandate" in outcome && outcome.ignored.length > 0
          ? [{ ...nameOfRow(row, columns), fields: outcome.ignored }]
          : [];
      }),
      refused: filled.flatMap((row, place) => {
        const outcome = outcomes[place];
        return outcome && "faults" in outcome ? [refusedRow(outcome, row, columns, head.cells)] : [];
      }),
    };
  });
}

/** Reads the rows with the character that separates most cells of the first line. */
async function readRecords(contents: Uint8Array): Promise<SheetRecord[]> {
  const records: SheetRecord[] = [];
  let reader: RecordReader | undefined;
  try {
    for await (const line of linesIn(once(contents))) {
      reader ??= new RecordReader(delimiterOf(line));
      const record = reader.add(records.length === 0 ? line.replace(/^\ufeff/, "") : line);
      if (record) records.push(record);
    }
    reader?.end();
    return records;
  } catch (error) {
    if (error instanceof UnreadableFile) throw new DomainError("mandate_file_not_readable", "refused", String(error.line));
    throw error;
  }
}

async function* once(contents: Uint8Array): AsyncGenerator<Uint8Array> {
  yield contents;
}

function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((most, each) => (count(each) > count(most) ? each : most));
}

/** Days may be written as treasurers write them, such as 1.6.2026; anything else stays as it is, and is refused as the field's value. */
function readRow(cells: readonly string[], columns: MandateColumns): GivenMandate {
  const given = Object.fromEntries(Object.entries(columns).map(([field, place]) => [field, cells[place] ?? ""]));
  const day = (cell: string | undefined) => (cell ? (dayIn(cell, "day_first") ?? cell) : cell);
  return { ...given, signedOn: day(given.signedOn), lastCollectedOn: day(given.lastCollectedOn) };
}

function nameOfRow({ cells, line }: SheetRecord, { reference, holder }: MandateColumns): NamedRow {
  const cellAt = (place: number | undefined) => (place === undefined ? "" : (cells[place] ?? ""));
  return { line, reference: cellAt(reference), holder: cellAt(holder) };
}

function refusedRow(
  { faults, existingReference, differing }: Extract<MandateOutcome, { faults: unknown }>,
  row: SheetRecord,
  columns: MandateColumns,
  heads: readonly string[],
): RefusedRow {
  const placed = faults.map(({ field, code }) => {
    const place = columns[field];
    return {
      field,
      code,
      column: place === undefined ? null : (heads[place] ?? null),
      letter: place === undefined ? null : letterOf(place),
      value: place === undefined ? "" : (row.cells[place] ?? ""),
    };
  });
  return { ...nameOfRow(row, columns), faults: placed, existingReference, differing };
}

const LETTERS = 26;

/** Returns the letters of a column as spreadsheets show them: A, B, …, Z, AA. `place`: from 0. */
function letterOf(place: number): string {
  const last = String.fromCharCode("A".charCodeAt(0) + (place % LETTERS));
  return place < LETTERS ? last : letterOf(Math.floor(place / LETTERS) - 1) + last;
}
