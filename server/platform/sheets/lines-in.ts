import { UnreadableFile } from "./unreadable-file";

/** Maximum length of a line in bytes. */
const LONGEST_LINE = 16_000;

/**
 * Yields lines, decoded as UTF-8, otherwise as Windows-1252: text files do not name their encoding. Throws an `UnreadableFile` for a line
 * that is too long.
 */
export async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let waiting = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk]);
    let start = 0;
    for (let end = waiting.indexOf(10); end >= 0; end = waiting.indexOf(10, start)) {
      yield decodeLine(waiting.subarray(start, end));
      start = end + 1;
      line += 1;
    }
    waiting = waiting.subarray(start);
    if (waiting.length > LONGEST_LINE) throw new UnreadableFile("too_long", line, "file");
  }
  yield decodeLine(waiting);
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
