import { and, eq, inArray, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { debits } from "@/db/schema/debits";
import { mandates } from "@/db/schema/mandates";

/**
 * Returns the day on which each mandate was last collected, such as `2026-11-20`, by the mandate's id: that of a booked debit, also if it was
 * returned afterwards, or the day of earlier software. Leaves out mandates by which nothing was collected. A rejected debit moves the expiry of
 * its mandate (`lastCollectedOn`), and is no collection.
 */
export async function findCollectedDays(
  db: Database,
  partnerId: string,
  mandateIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (mandateIds.length === 0) return new Map();
  const rows = await db
    .select({ id: mandates.id, on: sql<string | null>`greatest(${bookedOn}, ${takenOverOn})::text` })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), isOneOf(mandates.id, mandateIds)));
  return new Map(rows.flatMap(({ id, on }): [string, string][] => (on === null ? [] : [[id, on]])));
}

const whereOfMandate = and(eq(debits.partnerId, mandates.partnerId), eq(debits.mandateId, mandates.id));

const bookedOn = sql`(select max(${debits.collectOn}) from ${debits} where ${and(whereOfMandate, inArray(debits.status, ["booked", "returned"]))})`;

/** Until a debit of the service replaces it, the day of earlier software is the last collection, and no debit that was in a file is of that day. */
const takenOverOn = sql`coalesce(${mandates.takenOverOn}, case when not exists (select from ${debits}
  where ${and(whereOfMandate, eq(debits.collectOn, mandates.lastCollectedOn))} and ${debits.status} not in ('planned', 'cancelled'))
  then ${mandates.lastCollectedOn} end)`;
