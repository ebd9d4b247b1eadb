import type { Database } from "@/db/client";
import type { Payment } from "@/db/schema/payments";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { LockedAccount } from "@/server/billing/invoices/lock-account";
import { withoutTakenBack } from "@/server/domain/account";
import { splitPayment } from "@/server/domain/split-payment";
import { forgiveLateFee } from "./forgive-late-fee";

/**
 * Puts money on the account that came in at a moment, which may be before now, and credits a late-payment fee that was charged meanwhile. The caller holds
 * the account's lock.
 */
export async function bookPayment(
  tx: Database,
  { invoice, lines }: LockedAccount,
  { id: paymentId, amountCents, method }: Pick<Payment, "id" | "amountCents" | "method">,
  { cameAt, now }: Record<"cameAt" | "now", Date>,
): Promise<void> {
  const parts = splitPayment(withoutTakenBack(lines), amountCents, method);
  await addLines(
    tx,
    invoice,
    parts.map((part) => ({ ...part, paymentId, description: null, date: cameAt })),
  );
  await forgiveLateFee(tx, invoice, { id: paymentId }, now);
}

/** How much of a payment is more than is outstanding, both in cents: the customer is owed it. */
export function surplusOf(amountCents: number, outstandingCents: number): number {
  return Math.max(amountCents - Math.max(outstandingCents, 0), 0);
}
