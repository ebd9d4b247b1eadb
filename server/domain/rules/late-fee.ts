import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { accountOf, type LineOfPayment, sumOf, withoutTakenBack } from "./account";
import { creditableCents } from "./credit";
import { categoryOf } from "./line-types";
import { unpaidFeeCents } from "./unpaid-fees";

interface PaidLine extends LineOfPayment {
  date: Date;
  /** For a payment, how it was made; null for other lines. */
  paymentMethod: string | null;
}

/**
 * Returns how much of a late-payment fee is not owed after all, in cents. Used after booking a payment that may have been made in time: no
 * fee is owed if the payments by the last free day (`lastFreeDay`) paid the billed amount, and would not have without this one. A bank
 * transfer also counts if it arrived, by the bank's day, on the next bank day: it may have been ordered on the last free day (decision
 * 0161). A fee that was credited already, even if it was paid, is not credited again. `lines` are all lines of the invoice in recorded
 * order, including the payment's. `freeDays`: the due day, and the last days without the fee that messages named, such as `2026-11-20`.
 */
export function undueLateFeeCents(lines: readonly PaidLine[], paymentId: string, freeDays: readonly string[]): number {
  const fees = lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const last = lastFreeDay(fees, freeDays);
  if (last === undefined) return 0;
  const feeCents = sumOf(fees.filter(({ date }) => dayAt(date) > last));
  if (feeCents === 0) return 0;
  const lastArrival = bankDayFrom(addDays(last, 1), "swiss");
  const isInTime = ({ date, paymentMethod }: PaidLine) => dayAt(date) <= (paymentMethod === "bank_transfer" ? lastArrival : last);
  const inTime = withoutTakenBack(lines).filter((line) => {
    const category = categoryOf(line.type);
    return category === "billed" || category === "credit" || (category === "payment" && isInTime(line));
  });
  const wasPaid = (counted: readonly LineOfPayment[]) => sumOf(counted) <= 0;
  const isPaidByThisPayment = wasPaid(inTime) && !wasPaid(inTime.filter((line) => line.paymentId !== paymentId));
  if (!isPaidByThisPayment) return 0;
  const charged = lines.filter(({ type }) => categoryOf(type) === "fee" || categoryOf(type) === "credit");
  return Math.min(feeCents, unpaidFeeCents(charged, "LATE-PAYMENT-FEE-LINE"), creditableCents(accountOf(lines)));
}

/**
 * Returns the last day on which a payment avoids the late-payment fees that were charged; undefined without one. Only days before a fee
 * count: a day named later promises nothing about a fee that was charged already. `freeDays`: as of `undueLateFeeCents`.
 */
export function lastFreeDay(fees: readonly { date: Date }[], freeDays: readonly string[]): string | undefined {
  return freeDays
    .filter((day) => fees.some(({ date }) => dayAt(date) > day))
    .sort()
    .at(-1);
}
