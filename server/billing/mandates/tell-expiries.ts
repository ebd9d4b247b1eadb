import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { partners } from "@/db/schema/partners";
import { systemActor } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { mandateExpiresOn } from "./valid-mandate";

/**
 * Records the expiry of mandates as a change, once for each day of expiry, because nothing else happens on that day. Skips mandates that
 * others have locked: they stay due. Returns the number of mandates.
 */
export async function tellExpiries(db: Database, { scope }: { scope?: Scope } = {}): Promise<number> {
  // A day ahead of any time zone; the partner's own day decides below.
  const tomorrow = sql`(now() + ${partners.clockOffsetMs} * interval '1 millisecond' + interval '1 day')::date`;
  const ofPartner = db
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partners.id), whereUntold(tomorrow)));
  const found = await db
    .select()
    .from(partners)
    .where(and(whereInScope(partners.id, scope), exists(ofPartner)));
  let told = 0;
  for (const partner of found) {
    const actor = systemActor(partner);
    const today = sql`${dayAt(clock.now(actor))}::date`;
    told += await transact(db, actor, async (tx) => {
      const due = await tx
        .select({ id: mandates.id })
        .from(mandates)
        .where(and(eq(mandates.partnerId, partner.id), whereUntold(today)))
        .orderBy(mandates.id)
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
  return told;
}

/** Condition: the mandate has expired by the day, without another end, and this expiry was not recorded. */
function whereUntold(day: SQL): SQL | undefined {
  return and(
    isNull(mandates.endedAt),
    sql`${mandateExpiresOn} <= ${day}`,
    sql`${mandates.expiryToldOn} is distinct from ${mandateExpiresOn}`,
  );
}
