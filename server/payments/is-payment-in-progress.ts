import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";

/** Whether money is on its way. Ask it under a lock on the invoice when the answer must hold. */
export async function isPaymentInProgress(db: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">): Promise<boolean> {
  const pending = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "pending")))
    .limit(1);
  return pending.length > 0;
}
