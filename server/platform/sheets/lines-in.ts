import { UnreadableFile } from "./unreadable-file";

/** Maximum length of a line in bytes, or in characters of UTF-16. */
const LONGEST_LINE = 16_000;

/**
 * Yields lines. Text files do not name their encoding: if the file begins like UTF-16, it is decoded as that; otherwise each line as UTF-8,
 * or as Windows-1252 if it is not valid UTF-8. Throws an `UnreadableFile` for a line that is too long.
 */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < BEGINNING_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  const encoding = wideEncodingOf(first.subarray(0, BEGINNING_BYTES));
  yield* encoding ? wideLines(first, iterator, encoding) : byteLines(first, iterator);
}

async function* byteLines(first: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<string> {
  let waiting = Buffer.alloc(0);
  let line = 1;
  let lineEnd = LINE_FEED;
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = await nextOf(rest)) {
    waiting = Buffer.concat([waiting, chunk]);
    // A file without a line feed for so long ends its lines with carriage returns, as old programs write them.
    if (line === 1 && waiting.length > LONGEST_LINE && !waiting.includes(LINE_FEED)) lineEnd = CARRIAGE_RETURN;
    let start = 0;
    for (let at = waiting.indexOf(lineEnd); at >= 0; at = waiting.indexOf(lineEnd, start)) {
      yield decodeLine(waiting.subarray(start, at));
      start = at + 1;
      line += 1;
    }
    waiting = waiting.subarray(start);
    if (waiting.length > LONGEST_LINE) throw new UnreadableFile("too_long", line, "file");
  }
  // The last line. A short file without a line feed may end its lines with carriage returns.
  if (line > 1) yield decodeLine(waiting);
  else for (const each of decodeLine(waiting).split("\r")) yield each;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

async function* wideLines(first: Buffer, rest: AsyncIterator<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let waiting = "";
  let line = 1;
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = await nextOf(rest)) {
    const lines = (waiting + decoder.decode(chunk, { stream: true })).split("\n");
    waiting = lines.pop() ?? "";
    for (const each of lines) yield each.replace(/\r$/, "");
    line += lines.length;
    if (waiting.length > LONGEST_LINE) throw new UnreadableFile("too_long", line, "file");
  }
  yield waiting.replace(/\r$/, "");
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const { value, done } = await iterator.next();
  return done ? undefined : value;
}

const BEGINNING_BYTES = 64;

/** Returns the encoding by the byte-order mark; without one, by zeros in every second byte, as digits and separators of a table have. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zerosAt = (remainder: number) => bytes.filter((byte, index) => index % 2 === remainder && byte === 0).length;
  const [evenZeros, oddZeros] = [zerosAt(0), zerosAt(1)];
  // Every second byte is half of them.
  const halfOfEverySecond = bytes.length / 2 / 2;
  if (evenZeros === 0 && oddZeros > halfOfEverySecond) return "utf-16le";
  return oddZeros === 0 && evenZeros > halfOfEverySecond ? "utf-16be" : undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const windows = new TextDecoder("windows-1252");

function decodeLine(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).replace(/\r$/, "");
  } catch {
    return windows.decode(bytes).replace(/\r$/, "");
  }
}
