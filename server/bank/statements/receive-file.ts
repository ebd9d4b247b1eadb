import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { StatementRefusal } from "./statement";

/** Maximum size in bytes: some 60,000 entries as XML, many more as an archive. */
const STATEMENT_FILE_LIMIT_BYTES = 64 * 1024 * 1024;

/** A completely received file. */
export interface ReceivedFile {
  sha256: string;
  bytes: number;
  /** Path in a separate folder, which exists until `work` has ended. Empty for a file that was only hashed (`receiveUpload`). */
  path: string;
}

/** Beginning of the names of the folders. */
const FOLDER = "ics-statement-";

/** Age in ms from which a folder counts as left over by a crash: longer than any upload takes, including its processing. */
const LEFT_OVER_AFTER_MS = 20 * MINUTE_MS;

/**
 * Receives a file piece by piece into a temporary file, which is removed once `work` has ended: memory does not grow with the file, and no
 * database transaction waits for the sender. Throws `request_too_large`, and a `StatementRefusal` if the file is empty.
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

/** Removes files left by a process that was killed during an upload. */
async function removeLeftOvers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const begunAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    // Files of other users cannot be removed and stay.
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

/** Hashes a file piece by piece, and passes each piece to `keep`. Throws `request_too_large`. */
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
