import { dayAt } from "@/server/domain/formats/calendar";
import { accountOf, type LineOfPayment, sumOf, withoutTakenBack } from "./account";
import { creditableCents } from "./credit";
import { categoryOf } from "./line-types";

/**
 * Returns how much of a late-payment fee is not owed after all, in cents. Used after booking a payment that, by the bank's day, arrived by
 * the due day: if this payment and earlier ones paid the billed amount in time, no fee is owed. `lines` are all lines of the invoice,
 * including the payment's.
 */
export function undueLateFeeCents(lines: readonly (LineOfPayment & { date: Date })[], paymentId: string, dueOn: string): number {
  // A fee dated on the due day or before was not charged for paying late.
  const feeCents = sumOf(lines.filter(({ type, date }) => type === "LATE-PAYMENT-FEE-LINE" && dayAt(date) > dueOn));
  if (feeCents === 0) return 0;
  const inTime = withoutTakenBack(lines).filter(({ type, date }) => {
    const category = categoryOf(type);
    return category === "billed" || category === "credit" || (category === "payment" && dayAt(date) <= dueOn);
  });
  const wasPaid = (counted: readonly LineOfPayment[]) => sumOf(counted) <= 0;
  const isPaidByIt = wasPaid(inTime) && !wasPaid(inTime.filter((line) => line.paymentId !== paymentId));
  return isPaidByIt ? Math.min(feeCents, creditableCents(accountOf(lines))) : 0;
}
