import { Unzip, UnzipInflate } from "fflate";
import { type FileFault, UnreadableFile } from "./unreadable-file";

/** Limits on the number of files and on their total size in bytes: a small archive can be crafted to unpack to any size. */
const MOST_FILES = 200;
const MOST_BYTES = 100 * 1024 * 1024;
/** Maximum ratio of unpacked to packed bytes. Text files with equal rows reach 220; an archive crafted to exhaust its reader, 1,032. */
const MOST_RATIO = 250;
/** Number of unpacked bytes up to which the ratio is not limited. */
const BYTES_AT_ANY_RATIO = 1024 * 1024;
/** Number of packed bytes per step. Each of them may unpack to 1,032 bytes. */
const PIECE_BYTES = 8 * 1024;

/** A file of an archive. Read it to its end before taking the next. */
export interface PackedFile {
  name: string;
  chunks: AsyncIterable<Uint8Array>;
}

type Event = { kind: "begin"; name: string } | { kind: "data"; data: Uint8Array; isLast: boolean };

/** Yields the files of a zip archive, in its order. Skips folders and files that operating systems add. Throws an `UnreadableFile`. */
export async function* unzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PackedFile> {
  const events = eventsIn(chunks);
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.kind === "begin") yield { name: next.value.name, chunks: untilItsEnd(events) };
  }
}

async function* untilItsEnd(events: AsyncGenerator<Event>): AsyncGenerator<Uint8Array> {
  for (let next = await events.next(); !next.done; next = await events.next()) {
    if (next.value.kind !== "data") continue;
    yield next.value.data;
    if (next.value.isLast) return;
  }
  throw new UnreadableFile("malformed", 1, "zip", "cut off");
}

async function* eventsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  let events: Event[] = [];
  let files = 0;
  let packedBytes = 0;
  let unpackedBytes = 0;
  let unfinishedName = "";
  const archive = new Unzip((file) => {
    if (isFolderOrSystemFile(file.name)) return;
    files += 1;
    if (files > MOST_FILES) throw new UnreadableFile("too_long", 1, "zip", `${files} files`);
    events.push({ kind: "begin", name: file.name });
    unfinishedName = file.name;
    file.ondata = (error, data, isLast) => {
      // The inflater reports errors thrown below as its own: rethrow the original.
      if (error instanceof UnreadableFile) throw error;
      if (error) throw new UnreadableFile("malformed", 1, `zip ${file.name}`, error.message.slice(0, 80));
      unpackedBytes += data.length;
      const errorOf = (fault: FileFault) => new UnreadableFile(fault, 1, `zip ${file.name.slice(-80)}`, `${unpackedBytes} bytes`);
      if (unpackedBytes > BYTES_AT_ANY_RATIO && unpackedBytes > packedBytes * MOST_RATIO) throw errorOf("packed_too_tightly");
      if (unpackedBytes > MOST_BYTES) throw errorOf("unpacks_too_large");
      events.push({ kind: "data", data, isLast });
      if (isLast) unfinishedName = "";
    };
    file.start();
  });
  archive.register(UnzipInflate);
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      packedBytes += piece.length;
      push(archive, piece, false);
      const ready = events;
      events = [];
      yield* ready;
    }
  }
  push(archive, new Uint8Array(), true);
  yield* events;
  if (files === 0) throw new UnreadableFile("empty", 1, "zip");
  if (unfinishedName !== "") throw new UnreadableFile("malformed", 1, `zip ${unfinishedName}`, "cut off");
}

function push(archive: Unzip, bytes: Uint8Array, isLast: boolean): void {
  try {
    archive.push(bytes, isLast);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("malformed", 1, "zip", error instanceof Error ? error.message.slice(0, 80) : "");
  }
}

function isFolderOrSystemFile(name: string): boolean {
  return name.endsWith("/") || /(^|\/)(__MACOSX\/|\.)/.test(name);
}
