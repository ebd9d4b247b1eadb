import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf, type LineOfPayment, sumOf, withoutTakenBack } from "./account";
import { creditableCents } from "./credit";
import { categoryOf } from "./line-types";

/**
 * Returns how much of a late-payment fee is not owed after all, in cents. Used after booking a payment that, by the bank's day, arrived on
 * a free day: if this payment and earlier ones paid the billed amount by then, no fee is owed. `lines` are all lines of the invoice,
 * including the payment's. `freeDays`: the due day, and the last days without the fee that messages named, such as `2026-11-20`.
 */
export function undueLateFeeCents(
  lines: readonly (LineOfPayment & { date: Date })[],
  paymentId: string,
  freeDays: readonly string[],
): number {
  const fees = lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  // Only days before a fee: a day named later promises nothing about a fee that was charged already.
  const lastFreeDay = freeDays
    .filter((day) => fees.some(({ date }) => dayAt(date) > day))
    .sort()
    .at(-1);
  if (lastFreeDay === undefined) return 0;
  const feeCents = sumOf(fees.filter(({ date }) => dayAt(date) > lastFreeDay));
  if (feeCents === 0) return 0;
  const inTime = withoutTakenBack(lines).filter(({ type, date }) => {
    const category = categoryOf(type);
    return category === "billed" || category === "credit" || (category === "payment" && dayAt(date) <= lastFreeDay);
  });
  const wasPaid = (counted: readonly LineOfPayment[]) => sumOf(counted) <= 0;
  const isPaidByThisPayment = wasPaid(inTime) && !wasPaid(inTime.filter((line) => line.paymentId !== paymentId));
  return isPaidByThisPayment ? Math.min(feeCents, creditableCents(accountOf(lines))) : 0;
}
