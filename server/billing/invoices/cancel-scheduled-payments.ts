import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";

/** Nothing more is taken for this invoice: direct debits and instalments that were planned do not happen. */
export async function cancelScheduledPayments(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<void> {
  await tx
    .update(payments)
    .set({ status: "cancelled" })
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "scheduled")));
}
