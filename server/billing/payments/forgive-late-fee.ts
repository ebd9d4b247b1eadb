import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import { addLines } from "@/server/billing/invoices/add-lines";
import { linesOfAccount } from "@/server/billing/invoices/lock-account";
import { undueLateFeeCents } from "@/server/domain/rules/late-fee";
import { findFreeDays } from "./find-free-days";

/**
 * Credits the late-payment fee if the payment completed the billed amount in time by the bank's value date, but was booked later. In time
 * means: by the due day, by the last day without the fee that a message named, or by the day that a mail about a returned payment named; for
 * bank transfers, one bank day later. Runs in the transaction that books the payment; the caller holds the invoice's lock.
 */
export async function forgiveLateFee(tx: Database, invoice: Invoice, { id }: Pick<Payment, "id">, now: Date): Promise<void> {
  if (invoice.retractedAt) return;
  const lines = await linesOfAccount(tx, invoice);
  if (!lines.some(({ type }) => type === "LATE-PAYMENT-FEE-LINE")) return;
  const freeDays = await findFreeDays(tx, invoice.partnerId, [invoice.id]);
  const undueCents = undueLateFeeCents(lines, id, freeDays.get(invoice.id) ?? { days: [], namedAt: undefined });
  if (undueCents === 0) return;
  await addLines(tx, invoice, [{ type: "CREDIT-LINE", amountCents: -undueCents, date: now, description: null, paymentMethod: null }]);
}
