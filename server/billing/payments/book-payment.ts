import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import type { Payment } from "@/db/schema/payments";
import { restoreKeptInstalments } from "@/server/billing/instalments/restore-instalments";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { LockedAccount } from "@/server/billing/invoices/lock-account";
import { withoutTakenBack } from "@/server/domain/rules/account";
import { splitPayment } from "@/server/domain/rules/split-payment";
import { forgiveLateFee } from "./forgive-late-fee";

/**
 * Books a payment as of the time it arrived, which may be in the past. A late-payment fee is credited if the payment arrived in time
 * (`forgiveLateFee`), and a plan of instalments that had ended goes on if its part was paid in time (`restoreKeptInstalments`). The caller holds
 * the account's lock.
 */
export async function bookPayment(
  tx: Database,
  { invoice, lines }: LockedAccount,
  payment: Pick<Payment, "id" | "amountCents" | "method"> & Partial<Pick<Payment, "giftCents" | "giftDescription">>,
  { cameAt, now }: Record<"cameAt" | "now", Date>,
): Promise<void> {
  const { id: paymentId, amountCents, method, giftDescription = null } = payment;
  const giftCents = donatedCents(invoice, payment);
  const gift = { type: "INVOICE-LINE", amountCents: giftCents, description: giftDescription, date: cameAt, paymentMethod: null } as const;
  const gifts = giftCents > 0 ? [gift] : [];
  const parts = splitPayment([...withoutTakenBack(lines), ...gifts], amountCents, method);
  await addLines(tx, invoice, [...gifts, ...parts.map((part) => ({ ...part, paymentId, description: null, date: cameAt }))]);
  await forgiveLateFee(tx, invoice, { id: paymentId }, now);
  await restoreKeptInstalments(tx, invoice, now);
}

/** Returns the donation in a payment, in cents; 0 on a retracted invoice, on which nothing is billed and all money is owed back. */
export function donatedCents(
  { retractedAt }: Pick<Invoice, "retractedAt">,
  { giftCents = 0 }: Partial<Pick<Payment, "giftCents">>,
): number {
  return retractedAt ? 0 : giftCents;
}

/** Returns the part of a payment beyond the outstanding amount, in cents, which is owed to the customer. */
export function surplusOf(amountCents: number, outstandingCents: number): number {
  return Math.max(amountCents - Math.max(outstandingCents, 0), 0);
}
