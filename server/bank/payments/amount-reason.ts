import type { PossibleInvoice } from "./possible-invoice";

/** Comparison of a payment with the amount that an invoice has outstanding, or with the part of it that is to be paid now. */
export type AmountReason = "amount" | "half" | "less" | "more";

/** Compares a payment, in cents, with an invoice of the same currency that has an amount outstanding. */
export function amountReasons(amountCents: number, { outstandingCents, partCents }: PossibleInvoice): AmountReason[] {
  if (amountCents === outstandingCents || amountCents === partCents) return ["amount"];
  const reason = lessOrMore(amountCents, outstandingCents);
  return isHalf(amountCents, outstandingCents) ? ["half", reason] : [reason];
}

/** Whether a payment is half of the outstanding amount. An odd number of cents has two halves, and both count. */
function isHalf(paidCents: number, owedCents: number): boolean {
  return Math.abs(2 * paidCents - owedCents) <= 1;
}

/** Returns whether a payment is less or more than the amount owed. They must differ. */
export function lessOrMore(paidCents: number, owedCents: number): AmountReason {
  return paidCents < owedCents ? "less" : "more";
}
