import { addWorkingDays, bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, laterDay } from "@/server/domain/formats/calendar";

/** Facts that decide the day of a debit that is announced today. Days are such as `2026-11-20`. */
interface AnnouncedDebit {
  /** Due day of the invoice. */
  dueOn: string;
  today: string;
  /** Calendar days from the announcement to the debit. */
  noticeDays: number;
  /** Bank days before the debit on which the bank must have the file. */
  leadDays: number;
}

/**
 * Returns the day of a debit that is announced today: the first day of TARGET from the due day on that leaves the days of notice and the
 * bank's days, counted from tomorrow, so that a person can make the file.
 */
export function collectionDay({ dueOn, today, noticeDays, leadDays }: AnnouncedDebit): string {
  const noticed = laterDay(dueOn, addDays(today, noticeDays));
  return bankDayFrom(laterDay(noticed, collectionDayOfFile(addDays(today, 1), leadDays)), "target");
}

/** Returns the first day of TARGET on which the bank can collect, if it gets the file on `day` before the hour by which it wants it. */
export function collectionDayOfFile(day: string, leadDays: number): string {
  return addWorkingDays(bankDayFrom(day, "target"), leadDays, "target");
}
