import { and, asc, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { collections } from "@/db/schema/collections";

/**
 * Locks the invoices' rows in `collections` in one order, because the triggers `invoices_looked_at_again` (db/rules/invoices.sql) and
 * `payments_have_invoice_looked_at` (db/rules/payments.sql) update them in any order.
 */
export async function lockCollections(tx: Database, { partnerId }: { partnerId: string }, invoiceIds: readonly string[]): Promise<void> {
  await tx
    .select({ invoiceId: collections.invoiceId })
    .from(collections)
    .where(and(eq(collections.partnerId, partnerId), isOneOf(collections.invoiceId, invoiceIds)))
    .orderBy(asc(collections.invoiceId))
    .for("update");
}
