import { addWorkingDays, bankCalendarOf } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";

/**
 * Number of working days after which people are asked to decide about a payment at the desk. The payment still holds the invoices that it
 * probably pays.
 */
export const DESK_WORKING_DAYS = 20;

/** Whether a payment has waited at the desk longer than DESK_WORKING_DAYS, by the calendar of the company's bank. */
export function waitsTooLong(since: Date, now: Date, company: { currency: string; countryCode: string }): boolean {
  return dayAt(now) > addWorkingDays(dayAt(since), DESK_WORKING_DAYS, bankCalendarOf(company));
}
