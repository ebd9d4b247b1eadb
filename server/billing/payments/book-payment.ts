import type { Database } from "@/db/client";
import type { Payment } from "@/db/schema/payments";
import { addLines } from "@/server/billing/invoices/add-lines";
import type { LockedAccount } from "@/server/billing/invoices/lock-account";
import { withoutTakenBack } from "@/server/domain/account";
import { splitPayment } from "@/server/domain/split-payment";

/** Puts money that came in on the account, whose lock the caller holds. */
export async function bookPayment(
  tx: Database,
  { invoice, lines }: LockedAccount,
  { id: paymentId, amountCents, method }: Pick<Payment, "id" | "amountCents" | "method">,
  date: Date,
): Promise<void> {
  const parts = splitPayment(withoutTakenBack(lines), amountCents, method);
  await addLines(
    tx,
    invoice,
    parts.map((part) => ({ ...part, paymentId, description: null, date })),
  );
}

/** How much of a payment is more than is outstanding, both in cents: the customer is owed it. */
export function surplusOf(amountCents: number, outstandingCents: number): number {
  return Math.max(amountCents - Math.max(outstandingCents, 0), 0);
}
