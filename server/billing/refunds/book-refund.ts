import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Refund } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { addLines } from "@/server/billing/invoices/add-lines";
import { announce } from "@/server/billing/invoices/announce";

/** Books a refund as a chargeback line without a fee, and tells the customer. The caller holds the account's lock. */
export async function bookRefund(
  tx: Database,
  actor: Actor,
  invoice: Pick<Invoice, "partnerId" | "id">,
  { id: refundId, amountCents }: Pick<Refund, "id" | "amountCents">,
  date: Date,
): Promise<void> {
  await addLines(tx, invoice, [{ type: "CHARGEBACK-LINE", amountCents, refundId, description: null, date, paymentMethod: null }]);
  await announce(tx, actor, invoice, "refunded", refundId);
}
