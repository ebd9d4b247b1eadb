import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { type Looked, sentAbout, statementReadOn } from "./look";

// Days of an invoice that its mails may name.

/** Returns the days to pay by that the mails about returned payments named. */
export function daysAfterReturns(looked: Looked): string[] {
  return sentAbout(looked).flatMap(({ kind, payBy }) => (kind === "payment_returned" && payBy ? [payBy] : []));
}

/** Whether the day that the mail about a returned payment named is not over. */
export function hasTimeAfterReturn(looked: Looked): boolean {
  return daysAfterReturns(looked).some((day) => day >= looked.today);
}

/** Returns the days on which returned payments came, and on which they were returned. */
export function daysOfReturns({ books }: Looked): string[] {
  const returned = books.payments.filter(({ chargedBackAt, undoneBy }) => chargedBackAt !== null && undoneBy === null);
  return returned.flatMap(({ endedAt, chargedBackAt }) => [endedAt, chargedBackAt].flatMap((at) => (at ? [dayAt(at)] : [])));
}

/** Returns the last day without the charged fee, as mails named it before; undefined if no fee was charged. */
export function lastFreeDay(looked: Looked): string | undefined {
  const fee = looked.books.lines.find(({ type }) => type === "LATE-PAYMENT-FEE-LINE");
  if (!fee) return undefined;
  const named = sentAbout(looked).flatMap(({ graceUntil }) => graceUntil ?? []);
  return named
    .filter((day) => day < dayAt(fee.date))
    .sort()
    .at(-1);
}

/** Number of days to the first reminder, from the due day, or from the day that the mail about a returned payment named. */
const FIRST_REMINDER_AFTER = 4;

/** Returns the day of the first reminder after a returned payment whose mail named a day. A reminder with a fee comes later. */
export function firstReminderOn(named: string, { books, today }: Looked): string {
  const hasFee = books.lines.some(({ type, date }) => type === "LATE-PAYMENT-FEE-LINE" && dayAt(date) === today);
  return hasFee ? statementReadOn(addDays(named, FIRST_REMINDER_AFTER - 1)) : addDays(named, FIRST_REMINDER_AFTER);
}
