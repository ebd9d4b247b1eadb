import type { Database } from "@/db/client";
import { databaseClock } from "@/server/platform/database-clock";
import type { Scope } from "@/server/platform/scope";
import { type StartedOutcome, startDueDeliveries } from "./start-due-deliveries";

export type SentCounts = Record<StartedOutcome, number>;

interface Options {
  scope?: Scope;
  /** The database's clock, unless another is given. */
  now?: () => Date;
  /** Once this returns true, nothing more is claimed, and running deliveries are finished. */
  isStopping?: () => boolean;
}

/**
 * Sends until nothing is due, except to endpoints locked by another process. Safe in any number of processes: a delivery is in flight once
 * at a time.
 */
export async function sendDueDeliveries(db: Database, { scope, now: given, isStopping = () => false }: Options = {}): Promise<SentCounts> {
  const now = given ?? (await databaseClock(db));
  const counts: SentCounts = { delivered: 0, failed: 0, lost: 0 };
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const before = underWay.size;
    const started = isStopping() ? [] : await startDueDeliveries(db, now, before, scope);
    const someEnded = underWay.size < before;
    for (const outcome of started) {
      const counted = outcome.then((name) => {
        counts[name] += 1;
        underWay.delete(counted);
      });
      underWay.add(counted);
    }
    // A delivery whose outcome was being recorded kept its endpoint locked, so the claim may have skipped more that is due there.
    if (someEnded) continue;
    if (underWay.size === 0) return counts;
    // The first to end makes room for its endpoint's next delivery.
    await Promise.race(underWay);
  }
}
