import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Refund } from "@/db/schema/refunds";
import { addLines } from "@/server/billing/invoices/add-lines";

/** Puts money that was given back on the account, whose lock the caller holds: a chargeback line without a fee. */
export function bookRefund(
  tx: Database,
  invoice: Pick<Invoice, "partnerId" | "id">,
  { id: refundId, amountCents }: Pick<Refund, "id" | "amountCents">,
  date: Date,
): Promise<void> {
  return addLines(tx, invoice, [{ type: "CHARGEBACK-LINE", amountCents, refundId, description: null, date, paymentMethod: null }]);
}
