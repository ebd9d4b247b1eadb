import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type HouseholdDeparture, householdDepartures } from "@/db/schema/households";
import type { Actor } from "@/server/actor";

/** When an invoice last left a household, and why. */
export type Departure = Pick<HouseholdDeparture, "reason" | "leftAt">;

/** Returns the latest departure of an invoice; null if it never left a household. The caller has checked that the actor may see it. */
export async function findLastDeparture(
  db: Database,
  { partnerId }: Pick<Actor, "partnerId">,
  invoiceId: string,
): Promise<Departure | null> {
  const [last] = await db
    .select({ reason: householdDepartures.reason, leftAt: householdDepartures.leftAt })
    .from(householdDepartures)
    .where(and(eq(householdDepartures.partnerId, partnerId), eq(householdDepartures.invoiceId, invoiceId)))
    .orderBy(desc(householdDepartures.recordedOrder))
    .limit(1);
  return last ?? null;
}
