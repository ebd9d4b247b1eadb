import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";

/** Cancels an invoice's scheduled direct debits and instalments. */
export async function cancelScheduledPayments(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<void> {
  await tx
    .update(payments)
    .set({ status: "cancelled" })
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "scheduled")));
}
