import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { cancelDebitParts } from "./cancel-debit-parts";

/** Cancels an invoice's scheduled direct debits and instalments, at a time of the partner's clock. The caller has locked the invoice. */
export async function cancelScheduledPayments(tx: Database, { partnerId, id }: Pick<Invoice, "partnerId" | "id">, at: Date): Promise<void> {
  const scheduled = and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), eq(payments.status, "scheduled"));
  const parts = await tx
    .select({ paymentId: payments.id, debitId: payments.debitId })
    .from(payments)
    .where(and(scheduled, isNotNull(payments.debitId)));
  await cancelDebitParts(
    tx,
    partnerId,
    parts.flatMap(({ paymentId, debitId }) => (debitId ? [{ paymentId, debitId }] : [])),
    at,
  );
  await tx
    .update(payments)
    .set({ status: "cancelled" })
    .where(and(scheduled, isNull(payments.debitId)));
}
