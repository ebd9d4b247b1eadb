import { addWorkingDays, bankCalendarOf } from "./bank-days";
import { dayAt } from "./calendar";

/** After so many working days that nobody decides of a payment, people are asked to. It goes on holding what it probably pays. */
export const DESK_WORKING_DAYS = 20;

/** Whether a payment waits at the desk for longer than that, by the calendar of the company's bank. */
export function waitsTooLong(since: Date, now: Date, company: { currency: string; countryCode: string }): boolean {
  return dayAt(now) > addWorkingDays(dayAt(since), DESK_WORKING_DAYS, bankCalendarOf(company));
}
