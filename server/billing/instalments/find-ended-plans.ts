import { and, eq, isNotNull } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { instalmentPlans } from "@/db/schema/instalment-plans";

/**
 * Returns those of the invoices whose plan of instalments was ended by a missed part: a payment whose value date is in time restores the plan (decision
 * 0188).
 */
export async function findEndedByMissedPart(db: Database, partnerId: string, invoiceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ invoiceId: instalmentPlans.invoiceId })
    .from(instalmentPlans)
    .where(
      and(eq(instalmentPlans.partnerId, partnerId), isOneOf(instalmentPlans.invoiceId, invoiceIds), isNotNull(instalmentPlans.missedPart)),
    );
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}
