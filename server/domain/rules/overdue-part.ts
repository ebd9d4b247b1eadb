import { dayAt } from "@/server/domain/formats/calendar";
import { type AccountLine, sumOf } from "./account";
import { categoryOf } from "./line-types";
import { creditedToFees } from "./unpaid-fees";

interface BilledLine extends AccountLine {
  date: Date;
  /** Whether the line was added after the invoice was sent. Only then is its date the day of billing: other lines can have any date. */
  isAdded?: boolean;
}

/**
 * Returns how much of the outstanding amount was to be paid by a day, in cents. Leaves out amounts that were billed later, and later fees;
 * payments count towards the earlier amounts first. Null if nothing was billed later: then the whole amount was to be paid by that day.
 */
export function overduePartCents(lines: readonly BilledLine[], until: string): number | null {
  const later = lines.filter(({ date }) => dayAt(date) > until);
  const billed = later.filter(({ type, isAdded }) => categoryOf(type) === "billed" && isAdded);
  if (billed.length === 0) return null;
  const fees = later.filter(({ type }) => categoryOf(type) === "fee");
  return Math.max(sumOf(lines) - sumOf([...billed, ...fees]), 0);
}

/**
 * Returns how much was billed after a moment, such as a reminder's, in cents; 0 without a moment. Later credits lower this amount first,
 * except for what they waive of fees. `lines` are in recorded order.
 */
export function billedSinceCents(lines: readonly BilledLine[], since: Date | undefined): number {
  const isLater = ({ type, date, isAdded }: BilledLine) =>
    categoryOf(type) === "billed" && isAdded === true && since !== undefined && date > since;
  const first = lines.findIndex(isLater);
  if (first === -1) return 0;
  const ofFees = creditedToFees(lines);
  const counted = lines.slice(first).filter((line) => isLater(line) || categoryOf(line.type) === "credit");
  return Math.max(sumOf(counted) + counted.reduce((sum, line) => sum + (ofFees.get(line) ?? 0), 0), 0);
}
