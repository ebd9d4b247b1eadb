import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "@/server/errors";
import { StatementRefusal } from "./statement";

/** The largest file: some 60,000 entries as XML, many more as an archive. */
const STATEMENT_FILE_LIMIT_BYTES = 64 * 1024 * 1024;

/** A file that has arrived whole and can be read more than once. */
export interface ReceivedFile {
  sha256: string;
  bytes: number;
  read: () => AsyncIterable<Uint8Array>;
}

/**
 * Takes a file piece by piece into a temporary one, which is gone once `work` has ended: memory does not grow with the file, and no transaction waits for the
 * sender. Throws `request_too_large`, and a `StatementRefusal` where there is nothing in it.
 */
export async function receiveFile<Result>(
  chunks: AsyncIterable<Uint8Array>,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "ics-statement-"));
  const streams: ReadStream[] = [];
  try {
    const path = join(folder, "file");
    const { sha256, bytes } = await write(path, chunks);
    if (bytes === 0) throw new StatementRefusal("not_a_statement", 1, "file", "0 bytes");
    const read = () => {
      const stream = createReadStream(path);
      streams.push(stream);
      return stream;
    };
    return await work({ sha256, bytes, read });
  } finally {
    // A refused file is not read to its end, and would stay open.
    for (const stream of streams) stream.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Pick<ReceivedFile, "sha256" | "bytes">> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > STATEMENT_FILE_LIMIT_BYTES) throw new DomainError("request_too_large");
      hash.update(chunk);
      await file.write(chunk);
    }
    return { sha256: hash.digest("hex"), bytes };
  } finally {
    await file.close();
  }
}
