import { addWorkingDays, bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { accountOf, type LineOfPayment, sumOf, withoutTakenBack } from "./account";
import { creditableCents } from "./credit";
import { categoryOf } from "./line-types";
import { billedSinceCents } from "./overdue-part";
import { unpaidFeeCents } from "./unpaid-fees";

interface PaidLine extends LineOfPayment {
  date: Date;
  /** Whether the line was added later than the invoice. */
  isAdded?: boolean;
  /** For a payment, how it was made; null for other lines. */
  paymentMethod: string | null;
}

/** Days by which a payment avoids a late-payment fee, such as `2026-11-20`. */
export interface FreeDays {
  /** The due day, and the last days without the fee that messages named. */
  days: readonly string[];
  /** When a reminder first named the fee; undefined if none did. */
  namedAt: Date | undefined;
}

/**
 * Returns how much of a late-payment fee is not owed after all, in cents. Called after booking a payment that may have been made in time:
 * no fee is owed if the payments by the last free day (`lastFreeDay`) paid the billed amount, and would not have without this payment.
 * - Amounts that were billed after the reminder with the fee are not part of the billed amount (decision 0171).
 * - A bank transfer also counts if it arrived, by the bank's day, until `lastArrival`.
 * - A fee that was credited already, even if it was paid, is not credited again.
 *
 * `lines` are all lines of the invoice in recorded order, including the payment's.
 */
export function undueLateFeeCents(lines: readonly PaidLine[], paymentId: string, { days, namedAt }: FreeDays): number {
  const fees = lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  const last = lastFreeDay(fees, days);
  if (last === undefined) return 0;
  const feeCents = sumOf(fees.filter(({ date }) => dayAt(date) > last));
  if (feeCents === 0) return 0;
  const arrival = lastArrival(last);
  const isInTime = ({ date, paymentMethod }: PaidLine) => dayAt(date) <= (paymentMethod === "bank_transfer" ? arrival : last);
  const inTime = withoutTakenBack(lines).filter((line) => {
    const category = categoryOf(line.type);
    return category === "billed" || category === "credit" || (category === "payment" && isInTime(line));
  });
  const laterCents = billedSinceCents(lines, namedAt);
  const wasPaid = (counted: readonly LineOfPayment[]) => sumOf(counted) <= laterCents;
  const isPaidByThisPayment = wasPaid(inTime) && !wasPaid(inTime.filter((line) => line.paymentId !== paymentId));
  if (!isPaidByThisPayment) return 0;
  // As if nothing had been paid: a fee that was paid and then credited is not credited again.
  const charged = lines.filter(({ type }) => ["billed", "fee", "credit"].includes(categoryOf(type)));
  return Math.min(feeCents, unpaidFeeCents(charged, "LATE-PAYMENT-FEE-LINE"), creditableCents(accountOf(lines)));
}

/**
 * Returns the last day on which a bank transfer arrives in time, by the bank's day: the next bank day after the last day without a
 * late-payment fee, because the transfer may have been ordered on that day (decision 0161). The Swiss calendar is closed whenever TARGET is.
 */
export function lastArrival(lastFree: string): string {
  return bankDayFrom(addDays(lastFree, 1), "swiss");
}

/**
 * Returns the first day on which a late-payment fee is charged. A transfer of the last free day arrives on the first bank day after it, and its
 * statement is read on the second, so that on the day after that nobody is asked for a fee who has paid in time (decision 0193).
 */
export function firstFeeDay(lastFree: string): string {
  return addDays(addWorkingDays(lastFree, 2, "swiss"), 1);
}

/**
 * Returns the last day on which a payment avoids the late-payment fees that were charged; undefined if there is none. Only days before a
 * fee count: a day named later promises nothing about a fee that was charged already. `freeDays`: the days of `FreeDays`.
 */
export function lastFreeDay(fees: readonly { date: Date }[], freeDays: readonly string[]): string | undefined {
  return freeDays
    .filter((day) => fees.some(({ date }) => dayAt(date) > day))
    .sort()
    .at(-1);
}

/** Returns when a reminder first named the fee: what is billed afterwards has no part in it. Undefined if none named it. */
export function feeNamedAt(reminders: readonly { graceUntil: string | null; at: Date }[]): Date | undefined {
  const named = reminders.flatMap(({ graceUntil, at }) => (graceUntil === null ? [] : [at]));
  return named.sort((one, other) => one.getTime() - other.getTime())[0];
}
