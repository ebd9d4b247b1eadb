import { linesIn } from "@/server/platform/sheets/lines-in";
import { UnreadableFile } from "@/server/platform/sheets/unreadable-file";
import { unzip } from "@/server/platform/sheets/unzip";
import { readCamt } from "./camt/read-camt";
import { type CsvLayouts, readCsv } from "./csv/read-csv";
import { isMt940 } from "./mt940/fields-in";
import { readMt940 } from "./mt940/read-mt940";
import { latestStatementDay } from "./read-values";
import { type StatementPart, StatementRefusal } from "./statement";

/** Settings for reading a file. */
export interface ReadingSettings {
  /** Confirmed layouts of CSV files. If absent, CSV files are refused. */
  layouts?: CsvLayouts;
  /** The latest day that the file may name. Default: a year from now. */
  latestDay?: string;
}

/**
 * Reads a bank's file of any kind, recognised by its beginning:
 * - XML is camt.052, camt.053, camt.054 or pain.002;
 * - a zip archive contains files of the other kinds;
 * - MT940 has one of its fields among the first lines;
 * - anything else is CSV or refused.
 *
 * Throws a `StatementRefusal`, which names the file within an archive.
 */
export async function* readStatementFile(
  chunks: AsyncIterable<Uint8Array>,
  { layouts = async () => undefined, latestDay = latestStatementDay(new Date()) }: ReadingSettings = {},
): AsyncGenerator<StatementPart> {
  try {
    yield* readWhole(chunks, { layouts, latestDay });
  } catch (error) {
    throw refusalFor(error);
  }
}

/** Returns the refusal for a file that cannot be read; any other error as it is. */
function refusalFor(error: unknown): unknown {
  if (!(error instanceof UnreadableFile)) return error;
  const { fault, line, element, found } = error;
  return new StatementRefusal(fault === "empty" ? "not_a_statement" : fault, line, element, found);
}

async function* readWhole(chunks: AsyncIterable<Uint8Array>, settings: Required<ReadingSettings>): AsyncGenerator<StatementPart> {
  const { kind, whole } = await kindOf(chunks);
  if (kind !== "zip") {
    yield* readOne(kind, whole, settings);
    return;
  }
  for await (const { name, chunks: packed } of unzip(whole)) {
    const file = await kindOf(packed);
    if (file.kind === "zip") throw new StatementRefusal("not_a_statement", 1, "zip", name.slice(-80));
    try {
      yield* readOne(file.kind, file.whole, settings);
    } catch (cause) {
      const error = refusalFor(cause);
      if (!(error instanceof StatementRefusal) || error.element.startsWith("zip")) throw error;
      throw error.inside(name.slice(-80));
    }
  }
}

async function* readOne(
  kind: Kind,
  whole: AsyncIterable<Uint8Array>,
  { layouts, latestDay }: Required<ReadingSettings>,
): AsyncGenerator<StatementPart> {
  if (kind === "xml") {
    yield* readCamt(whole, latestDay);
    return;
  }
  const lines = linesIn(whole);
  const first: string[] = [];
  let isField = false;
  while (first.length < MOST_BEFORE_MT940 && !isField) {
    const { value, done } = await lines.next();
    if (done) break;
    first.push(value);
    isField = isMt940(value);
  }
  yield* isField ? readMt940(rejoined(first, lines), latestDay) : readCsv(rejoined(first, lines), layouts, latestDay);
}

/** Maximum number of lines before the first field: some banks write their name and the kind of file there. */
const MOST_BEFORE_MT940 = 20;

type Kind = "xml" | "zip" | "other";

/** Determines the kind of file from its first bytes. Returns it with a stream of all bytes, those included. */
async function kindOf(chunks: AsyncIterable<Uint8Array>): Promise<{ kind: Kind; whole: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let kind: Kind | undefined;
  while (kind === undefined) {
    const { value, done } = await iterator.next();
    if (!done) read.push(value);
    kind = done ? "other" : kindIn(Buffer.concat(read));
  }
  return { kind, whole: rejoined(read, iterator) };
}

/** Maximum number of bytes of white space before the content. No bank writes as many. */
const MOST_WHITE_SPACE = 1_000;

/** Bytes of white space and of byte-order marks, in UTF-8 and UTF-16. */
const BEFORE_CONTENT = [0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff];
const ZIP_BEGINNING = Buffer.from("PK\u0003\u0004", "latin1");
const XML_BEGINNING = "<".charCodeAt(0);

/** Returns the kind of file; undefined while the bytes contain only white space and byte-order marks, or too little to tell an archive. */
function kindIn(bytes: Buffer): Kind | undefined {
  const first = bytes.find((byte) => !BEFORE_CONTENT.includes(byte));
  if (first === undefined && bytes.length > MOST_WHITE_SPACE) return "other";
  if (first === undefined || (first === ZIP_BEGINNING[0] && bytes.length < ZIP_BEGINNING.length)) return undefined;
  if (bytes.subarray(0, ZIP_BEGINNING.length).equals(ZIP_BEGINNING)) return "zip";
  return first === XML_BEGINNING ? "xml" : "other";
}

async function* rejoined<Piece>(read: Piece[], rest: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  yield* read;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
