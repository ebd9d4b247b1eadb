import { addWorkingDays, bankCalendarOf } from "@/server/domain/banking/bank-days";
import { dayAt } from "@/server/domain/formats/calendar";

/** Working days after which people are asked to decide on a payment at the desk. It goes on holding the invoices that it probably pays. */
export const DESK_WORKING_DAYS = 20;

/** Whether a payment has waited at the desk for more than DESK_WORKING_DAYS, by the calendar of the company's bank. */
export function waitsTooLong(since: Date, now: Date, company: { currency: string; countryCode: string }): boolean {
  return dayAt(now) > addWorkingDays(dayAt(since), DESK_WORKING_DAYS, bankCalendarOf(company));
}
