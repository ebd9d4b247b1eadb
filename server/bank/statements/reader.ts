import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { answerCalls } from "@/server/platform/answer-calls";
import { type CheckedStatement, checkStatement } from "./check-statement";
import { withKey } from "./entry-key";
import { type ReadPart, type StatementPart, StatementRefusal } from "./statement";
import { StatementKeys } from "./statement-contents";

// Entry point of a separate process: see `read-received-file.ts`.

/** A file to read. */
export interface ReadingTask {
  path: string;
  /** File to which the parts are written: one JSON value per line, compressed with gzip. */
  into: string;
  /** Layouts of CSV files, by the key of the sheet. */
  layouts: Record<string, CsvLayout>;
  latestDay: string;
}

/** Sums of the file's statements and the number of its reports about files of payments, or a `StatementRefusal` as plain data. */
export type ReadingOutcome =
  | { statements: CheckedStatement[]; reports: number }
  | { refusal: Pick<StatementRefusal, "reason" | "line" | "element" | "found" | "question" | "sum" | "rows"> };

/** Minimum number of characters per write, because a write costs more than packing one part does. */
const WRITTEN_AT_ONCE = 64 * 1024;

answerCalls(readFile);

/** Reads a file once and writes its parts, without announced entries. */
async function readFile({ path, into, layouts, latestDay }: ReadingTask): Promise<ReadingOutcome> {
  const file = createReadStream(path);
  const packed = createGzip({ level: constants.Z_BEST_SPEED });
  const written = pipeline(packed, createWriteStream(into, { mode: 0o600 }));
  let reports = 0;
  const keys = new StatementKeys();
  let waiting = "";
  const writeWaiting = async () => {
    const text = waiting;
    waiting = "";
    if (!packed.write(text)) await once(packed, "drain");
  };
  const keep = async (part: StatementPart) => {
    if (part.kind === "report") reports += 1;
    if (part.kind === "entry" && !part.entry.isBooked) return;
    const read: ReadPart = part.kind === "entry" ? { kind: "entry", ...withKey(part.entry) } : part;
    keys.add(read);
    waiting += `${JSON.stringify(read)}\n`;
    if (waiting.length >= WRITTEN_AT_ONCE) await writeWaiting();
  };
  try {
    const statements = await checkStatement(file, { layouts: async ({ key, columns }) => fitting(layouts[key], columns), latestDay }, keep);
    packed.end(waiting);
    await written;
    return { statements: statements.map((statement, index) => keys.withContents(statement, index)), reports };
  } catch (error) {
    packed.destroy();
    await written.catch(() => {});
    if (!(error instanceof StatementRefusal)) throw error;
    const { reason, line, element, found, question, sum, rows } = error;
    return { refusal: { reason, line, element, found, question, sum, rows } };
  } finally {
    // A refused file is not read to its end, so it must be closed here.
    file.destroy();
  }
}

/** Returns the layout if it fits this number of columns. Without column names, sheets of different widths share a key. */
function fitting(layout: CsvLayout | undefined, { length }: readonly unknown[]): CsvLayout | undefined {
  return layout?.roles.length === length ? layout : undefined;
}
