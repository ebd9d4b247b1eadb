import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@/server/domain/time";
import { DomainError } from "@/server/errors";
import { StatementRefusal } from "./statement";

/** The largest file: some 60,000 entries as XML, many more as an archive. */
const STATEMENT_FILE_LIMIT_BYTES = 64 * 1024 * 1024;

/** A file that has arrived whole. */
export interface ReceivedFile {
  sha256: string;
  bytes: number;
  /** Where it is until the work on it has ended, in a folder of its own. */
  path: string;
}

const FOLDER = "ics-statement-";

/** Longer than any upload takes with all that is done about it. */
const LEFT_OVER_AFTER_MS = 20 * MINUTE_MS;

/**
 * Takes a file piece by piece into a temporary one, which is gone once `work` has ended: memory does not grow with the file, and no transaction waits for the
 * sender. Throws `request_too_large`, and a `StatementRefusal` where there is nothing in it.
 */
export async function receiveFile<Result>(
  chunks: AsyncIterable<Uint8Array>,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  await removeLeftOvers();
  const folder = await mkdtemp(join(tmpdir(), FOLDER));
  try {
    const path = join(folder, "file");
    const { sha256, bytes } = await write(path, chunks);
    if (bytes === 0) throw new StatementRefusal("not_a_statement", 1, "file", "0 bytes");
    return await work({ sha256, bytes, path });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes files that a process left when it was killed amid an upload. */
async function removeLeftOvers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const begunAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    // Another user's is left to them.
    if (Date.now() - begunAt > LEFT_OVER_AFTER_MS) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Pick<ReceivedFile, "sha256" | "bytes">> {
  const file = await open(path, "wx", 0o600);
  try {
    return await hashFile(chunks, (chunk) => file.write(chunk));
  } finally {
    await file.close();
  }
}

/** Hashes a file piece by piece, each of which is given to `keep`. Throws `request_too_large`. */
export async function hashFile(
  chunks: AsyncIterable<Uint8Array>,
  keep: (chunk: Uint8Array) => Promise<unknown> = async () => {},
): Promise<Pick<ReceivedFile, "sha256" | "bytes">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > STATEMENT_FILE_LIMIT_BYTES) throw new DomainError("request_too_large");
    hash.update(chunk);
    await keep(chunk);
  }
  return { sha256: hash.digest("hex"), bytes };
}
