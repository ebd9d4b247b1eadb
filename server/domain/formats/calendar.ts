import { DAY_MS } from "./time";
import { TIME_ZONE } from "./time-zone";

// Days are strings, such as `2026-11-20`. They compare and sort as strings, and mean the same day in every time zone.

// The locale sv-SE writes `2026-11-20` and `2026-11-20 10:21:00`.
const calendarDay = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, year: "numeric", month: "2-digit", day: "2-digit" });
const wallClock = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, dateStyle: "short", timeStyle: "medium" });

/** Returns the calendar day at this moment in the companies' time zone. */
export function dayAt(moment: Date): string {
  return calendarDay.format(moment);
}

/** Whether the text is a day, such as `2026-11-20`, that the calendar has; `2026-02-30` does not exist, and `2026-11` is no day. */
export function isDay(text: string): boolean {
  if (text === lastDay) return true;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)) || !new Date(text).toISOString().startsWith(text)) return false;
  lastDay = text;
  return true;
}

/** Cache: the last day that was found to exist. Thousands of entries of a file share it. */
let lastDay: string | undefined;

/** Returns the day `days` later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of the month `months` later; the month's last day if it has no such day. Same as adding an interval in Postgres. */
export function addMonths(day: string, months: number): string {
  const from = new Date(day);
  const month = from.getUTCMonth() + months;
  const at = (inMonth: number, date: number) => new Date(0).setUTCFullYear(from.getUTCFullYear(), inMonth, date);
  // Day 0 is the last day of the month before.
  return new Date(Math.min(at(month, from.getUTCDate()), at(month + 1, 0))).toISOString().slice(0, 10);
}

/** Returns the number of days from the first day to the second. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Returns the Monday on or before this day. */
export function weekOf(day: string): string {
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

/** Returns the moment on `day` at which companies' clocks show the same time as at `moment`, also across a clock change. */
export function sameTimeOn(day: string, moment: Date): Date {
  const wallMs = Date.parse(`${day}T00:00:00Z`) + (wallClockMs(moment) - Date.parse(`${dayAt(moment)}T00:00:00Z`));
  // The zone's offset at the guessed moment is that of the result, except during a clock change.
  const guess = new Date(wallMs - (wallClockMs(moment) - moment.getTime()));
  return new Date(wallMs - (wallClockMs(guess) - guess.getTime()));
}

/** Returns the moment on the bank's day `valueOn`, at the time of day of `now`; at most `now`, because no line lies in the future. */
export function bankDayOf(valueOn: string, now: Date): Date {
  return new Date(Math.min(sameTimeOn(valueOn, now).getTime(), now.getTime()));
}

/** Returns the moment on `day` at which companies' clocks show a full hour from 0 to 23. An hour that a clock change skips is the next one. */
export function hourOn(day: string, hour: number): Date {
  // In January, companies' clocks are an hour ahead of UTC.
  return sameTimeOn(day, new Date(Date.UTC(2026, 0, 1, hour - 1)));
}

/** Returns the time that companies' clocks show at this moment, read as if it were UTC, in ms since 1970. */
function wallClockMs(moment: Date): number {
  return Date.parse(`${wallClock.format(moment).replace(" ", "T")}Z`) + (moment.getTime() % 1_000);
}

/** Returns the later of two days. */
export function laterDay(one: string, other: string): string {
  return daysFrom(one, other) > 0 ? other : one;
}

/** Returns the earlier of two days. */
export function earlierDay(one: string, other: string): string {
  return daysFrom(one, other) < 0 ? other : one;
}
