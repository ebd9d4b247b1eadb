import type { Database } from "@/db/client";
import { databaseClock } from "@/server/platform/database-clock";
import type { Scope } from "@/server/platform/scope";
import { foldChanges } from "./fold-changes";
import { openDeliveries } from "./open-deliveries";
import { type SentCounts, sendDueDeliveries } from "./send-due-deliveries";
import { warnAboutFailing } from "./warn-about-failing";

export interface Round extends SentCounts {
  /** Records newly owed. */
  owed: number;
  /** Deliveries opened. */
  opened: number;
  /** Endpoints whose administrators were warned. */
  warned: number;
}

interface Options {
  scope?: Scope;
  /** The database's clock, unless another is given. */
  now?: () => Date;
  isStopping?: () => boolean;
  /** Time during which new work is started, in ms. */
  runMs?: number;
}

const RUN_MS = 30_000;

/**
 * Sends everything that is owed (contract, section 4), until nothing is left or for `runMs`. Safe in any number of processes; the next call
 * continues what a killed one left.
 */
export async function sendNotifications(
  db: Database,
  { scope, now: given, isStopping = () => false, runMs = RUN_MS }: Options = {},
): Promise<Round> {
  const now = given ?? (await databaseClock(db));
  const endsAt = performance.now() + runMs;
  const isOver = () => isStopping() || performance.now() > endsAt;
  const round: Round = { owed: 0, opened: 0, delivered: 0, failed: 0, lost: 0, warned: 0 };
  for (let worked = true; worked && !isOver(); ) {
    const owed = await foldChanges(db, scope);
    const opened = await openDeliveries(db, now(), scope);
    const { delivered, failed, lost } = await sendDueDeliveries(db, { now, isStopping: isOver, scope });
    worked = opened + delivered > 0;
    for (const [name, count] of Object.entries({ owed, opened, delivered, failed, lost })) round[name as keyof Round] += count;
  }
  round.warned = await warnAboutFailing(db, now());
  return round;
}
