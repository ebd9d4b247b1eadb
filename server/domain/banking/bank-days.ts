import { addDays } from "@/server/domain/formats/calendar";

/**
 * Calendars of the days on which banks book. Both exclude weekends and these holidays:
 * - `target`, the euro's system T2: 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December (ECB);
 * - `swiss`, the franc's system SIC: the same days, 2 January, Ascension Day, Whit Monday and 1 August (SIX, Clearing Day Calendar; Swiss
 *   National Bank, Bank holidays in Switzerland).
 */
export type BankCalendar = "target" | "swiss";

/** Returns the calendar of a company's bank. Pounds use TARGET, because nothing here depends on British holidays. */
export function bankCalendarOf({ currency, countryCode }: { currency: string; countryCode: string }): BankCalendar {
  return currency === "CHF" || countryCode === "CH" ? "swiss" : "target";
}

/** Holidays on the same date each year, as month and day. */
const FIXED: Record<BankCalendar, readonly string[]> = {
  target: ["01-01", "05-01", "12-25", "12-26"],
  swiss: ["01-01", "01-02", "05-01", "08-01", "12-25", "12-26"],
};

/** Movable holidays, in days from Easter Sunday: Good Friday is -2, Whit Monday 50. */
const MOVING: Record<BankCalendar, readonly number[]> = { target: [-2, 1], swiss: [-2, 1, 39, 50] };

export function isBankDay(day: string, calendar: BankCalendar): boolean {
  const weekday = new Date(day).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  if (isWeekend || FIXED[calendar].includes(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return !MOVING[calendar].some((days) => addDays(easter, days) === day);
}

/** Returns the day that is `count` bank days after `day`; with a count of 0, the day itself. */
export function addWorkingDays(day: string, count: number, calendar: BankCalendar): string {
  let last = day;
  for (let left = count; left > 0; left -= 1) last = bankDayFrom(addDays(last, 1), calendar);
  return last;
}

/** Returns the bank day that is `count` bank days before `day`. */
export function bankDaysBefore(day: string, count: number, calendar: BankCalendar): string {
  let last = day;
  for (let left = count; left > 0; left -= 1) {
    last = addDays(last, -1);
    while (!isBankDay(last, calendar)) last = addDays(last, -1);
  }
  return last;
}

/** Returns the day itself if banks book on it, otherwise the next bank day. */
export function bankDayFrom(day: string, calendar: BankCalendar): string {
  let next = day;
  while (!isBankDay(next, calendar)) next = addDays(next, 1);
  return next;
}

/** Returns Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const inYear = epact + toSunday - 7 * correction + 114;
  return `${year}-0${Math.floor(inYear / 31)}-${String((inYear % 31) + 1).padStart(2, "0")}`;
}
