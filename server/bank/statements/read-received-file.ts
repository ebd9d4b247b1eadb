import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { CsvLayout } from "@/server/domain/banking/csv-layout";
import { MINUTE_MS } from "@/server/domain/formats/time";
import { inOwnProcess, OwnProcessEnded } from "@/server/platform/own-process";
import type { CheckedStatement } from "./check-statement";
import type { ReadingOutcome, ReadingTask } from "./reader";
import type { ReceivedFile } from "./receive-file";
import { type ReadPart, StatementRefusal } from "./statement";

const readApart = inOwnProcess<ReadingTask, ReadingOutcome>({
  // The bundle of `reader.ts`, relative to the project's root, where every command runs.
  file: resolve(".next/service/bank/statements/reader.mjs"),
  atOnce: 2,
  mostWaiting: 20,
  timeoutMs: 4 * MINUTE_MS,
  memoryMiB: 256,
});

/** A file that was read completely. */
export interface ReadFile {
  statements: CheckedStatement[];
  /** Number of reports about files of payments. */
  reports: number;
  /** All parts of the file, except announced entries. */
  parts: () => AsyncIterable<ReadPart>;
}

interface Reading {
  partnerId: string;
  layouts: Record<string, CsvLayout>;
  latestDay: string;
}

/**
 * Reads a file in a separate process at lower priority, so that other work does not wait; files of one partner are read one after the
 * other. The parts exist as long as the received file. Throws a `StatementRefusal`, with `not_readable` if the reader died while reading
 * the file, and `service_unavailable` if 20 files wait already or reading takes longer than 4 min.
 */
export function readReceivedFile({ path }: ReceivedFile, { partnerId, layouts, latestDay }: Reading): Promise<ReadFile> {
  return oneAfterTheOther(partnerId, async () => {
    const into = `${path}.parts`;
    const outcome = await readApart({ path, into, layouts, latestDay }).catch((error: unknown): ReadingOutcome => {
      if (!(error instanceof OwnProcessEnded)) throw error;
      return { refusal: { reason: "not_readable", line: 1, element: "file", found: "" } };
    });
    if ("refusal" in outcome) {
      const { reason, line, element, found, question, sum, rows } = outcome.refusal;
      throw new StatementRefusal(reason, line, element, found, { question, sum, rows });
    }
    return { statements: outcome.statements, reports: outcome.reports, parts: () => partsIn(into) };
  });
}

/** The last reading that each partner has waiting or in progress, by the partner's id. */
const lastOf = new Map<string, Promise<unknown>>();

async function oneAfterTheOther<Result>(partnerId: string, work: () => Promise<Result>): Promise<Result> {
  const before = lastOf.get(partnerId);
  const mine = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  lastOf.set(partnerId, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(partnerId) === mine) lastOf.delete(partnerId);
  }
}

async function* partsIn(path: string): AsyncGenerator<ReadPart> {
  const unpacked = createGunzip();
  // The callback is empty because the loop below receives the error.
  pipeline(createReadStream(path), unpacked, () => {});
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line);
}
