import type { PossibleInvoice } from "./possible-invoice";

/** How a payment compares with what is outstanding of an invoice, or with the part of it that is to be paid now. */
export type AmountReason = "amount" | "half" | "less" | "more";

/** Returns how a payment compares with an invoice of its currency on which something is outstanding. Amounts in cents. */
export function amountReasons(amountCents: number, { outstandingCents, partCents }: PossibleInvoice): AmountReason[] {
  if (amountCents === outstandingCents || amountCents === partCents) return ["amount"];
  return [...(isHalf(amountCents, outstandingCents) ? (["half"] as const) : []), lessOrMore(amountCents, outstandingCents)];
}

/** Whether a payment is half of what is outstanding; of an odd number of cents, either half. */
function isHalf(paidCents: number, owedCents: number): boolean {
  return Math.abs(2 * paidCents - owedCents) <= 1;
}

/** Returns whether a payment is less or more than what is owed, which is another amount. */
export function lessOrMore(paidCents: number, owedCents: number): AmountReason {
  return paidCents < owedCents ? "less" : "more";
}
