import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { isUnreachable } from "@/db/failures";
import { mandates } from "@/db/schema/mandates";
import { type Partner, partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { unlessHeldUp } from "@/server/platform/unless-held-up";
import { mandateExpiresOn } from "./valid-mandate";

/** Maximum number of mandates that one transaction locks. */
const AT_ONCE = 1_000;

/**
 * Records the expiry of mandates as a change, once for each day of expiry, because nothing else happens on that day: at most `atOnce` in a
 * transaction. Skips mandates that others have locked: they stay due. Returns the number of mandates. A partner that fails stops no other one:
 * one that others hold up is left for the next round, and any other failure is thrown after the last one.
 */
export async function tellExpiries(db: Database, { scope, atOnce = AT_ONCE }: { scope?: Scope; atOnce?: number } = {}): Promise<number> {
  // A day ahead of any time zone; the partner's own day decides below.
  const tomorrow = sql`(now() + ${partners.clockOffsetMs} * interval '1 millisecond' + interval '1 day')::date`;
  // The first one in the order of the index, which Postgres would not use otherwise.
  const first = db
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partners.id), whereUntold(tomorrow)))
    .orderBy(mandateExpiresOn)
    .limit(1);
  const found = await db
    .select()
    .from(partners)
    .where(and(whereInScope(partners.id, scope), sql`(${first}) is not null`))
    .orderBy(partners.id);
  let told = 0;
  const failures: unknown[] = [];
  for (const partner of found)
    try {
      let batch: number | undefined = atOnce;
      while (batch === atOnce) {
        batch = await unlessHeldUp(new Set(), "partner", partner.id, () => tellBatch(db, partner, atOnce));
        told += batch ?? 0;
      }
    } catch (error) {
      if (isUnreachable(error)) throw error;
      failures.push(error);
    }
  if (failures.length > 0)
    throw new AggregateError(failures, `Partners whose expired mandates were not recorded: ${failures.length}`, { cause: failures[0] });
  return told;
}

/** Records the expiry of some of a partner's mandates. Returns how many. */
function tellBatch(db: Database, partner: Partner, atOnce: number): Promise<number> {
  const actor = systemActor(partner);
  const today = sql`${dayAt(clock.now(actor))}::date`;
  return transact(db, actor, async (tx) => {
    const due = await tx
      .select({ id: mandates.id })
      .from(mandates)
      .where(and(eq(mandates.partnerId, partner.id), whereUntold(today)))
      .orderBy(mandateExpiresOn)
      .limit(atOnce)
      .for("no key update", { skipLocked: true });
    const ids = due.map(({ id }) => id);
    if (ids.length > 0)
      await tx
        .update(mandates)
        .set({ expiryToldOn: mandateExpiresOn })
        .where(and(eq(mandates.partnerId, partner.id), isOneOf(mandates.id, ids)));
    return ids.length;
  });
}

/**
 * Condition: the mandate has expired by the day, without another end, and this expiry was not recorded. The index `mandates_untold` has the same
 * condition.
 */
export function whereUntold(day: SQL): SQL | undefined {
  return and(
    isNull(mandates.endedAt),
    sql`${mandateExpiresOn} <= ${day}`,
    sql`${mandates.expiryToldOn} is distinct from ${mandateExpiresOn}`,
  );
}
