import { setTimeout as wait } from "node:timers/promises";
import { type Database, replica } from "@/db/client";
import { conflictedWithReplay, isOutOfReach, tookTooLong } from "@/db/failures";
import { noteTimeline, type Reached, reached, type WalPosition } from "@/db/wal-position";
import { SECOND_MS } from "@/server/domain/formats/time";
import { log } from "./log";
import { replicaReads } from "./metrics";
import { withTimeout } from "./with-timeout";

/** Waits in ms before a lagging replica is asked again. A healthy replica lags by a few ms. */
const PAUSES_MS = [2, 5, 10, 20, 40];
/** Maximum time for finding out whether the replica is up to date. */
const KNOWN_WITHIN_MS = SECOND_MS;
/** Time during which an unreachable replica is not used. */
const RESTS_MS = 10 * SECOND_MS;

const shared = globalThis as typeof globalThis & { icsReplicaRestsUntil?: number };

/**
 * Reads in a transaction on the replica, once it has everything that was acknowledged before the call, so that readers see all earlier
 * writes. `position` returns the primary's position. Returns undefined if the primary must be read instead: there is no replica, or it lags
 * or fails, also during `work` (`isReplicasFault`). Throws all other errors of `work`, and all of `position`.
 */
export async function readFromReplica<Result>(
  primary: Database,
  position: () => Promise<WalPosition>,
  work: (tx: Database) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const found = replica();
  if (!found || Date.now() < (shared.icsReplicaRestsUntil ?? 0)) return undefined;
  const wanted = await position();
  if (wanted.mark === null) await markTimeline(primary, wanted);
  // The transaction reports how far the replica is as soon as it knows: only the wait for that is limited, not the work that follows.
  let report = (_: Reached) => {};
  const reported = new Promise<Reached>((resolve) => {
    report = resolve;
  });
  const state = withTimeout(KNOWN_WITHIN_MS, reported);
  const read = found.db.transaction(
    async (tx) => {
      report(await untilReached(tx, wanted));
      return (await state) === "yes" ? { result: await work(tx) } : undefined;
    },
    // Each statement sees the replica's current state, which is never older than for earlier statements.
    { accessMode: "read only", isolationLevel: "read committed" },
  );
  try {
    // Throws when the time-out is over, even if the transaction has not begun.
    await Promise.race([state, read]);
    const outcome = await read;
    replicaReads.inc({ outcome: outcome ? "read" : "behind" });
    return outcome;
  } catch (error) {
    if (!isReplicasFault(error)) throw error;
    if (!conflictedWithReplay(error)) shared.icsReplicaRestsUntil = Date.now() + RESTS_MS;
    replicaReads.inc({ outcome: "failed" });
    log().warn({ err: error }, "replica failed");
    return undefined;
  }
}

/**
 * Marks the primary's timeline. Until it has a mark, no replica can prove that it follows this primary. A failure is only logged: the primary
 * may still be able to read, and the next reading tries again.
 */
async function markTimeline(primary: Database, wanted: WalPosition): Promise<void> {
  try {
    await noteTimeline(primary, wanted);
  } catch (error) {
    log().warn({ err: error }, "timeline of the primary not recorded");
  }
}

async function untilReached(tx: Database, wanted: WalPosition): Promise<Reached> {
  let state = await reached(tx, wanted);
  for (const pauseMs of PAUSES_MS) {
    if (state !== "not yet") break;
    await wait(pauseMs);
    state = await reached(tx, wanted);
  }
  return state;
}

/**
 * Whether the primary should answer after this error of the replica. It should not after a statement that took too long, because the
 * statement would take as long on the primary.
 */
export function isReplicasFault(error: unknown): boolean {
  return (isOutOfReach(error) && !tookTooLong(error)) || conflictedWithReplay(error);
}
