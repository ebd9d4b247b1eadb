import { DAY_MS } from "@/server/domain/formats/time";

/** Returns the calendar day of a moment in a time zone, such as "2026-11-04". */
export function calendarDay(moment: Date, timeZone: string): string {
  // Canadian English writes dates in this format.
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment);
}

/** Returns the day `days` later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of days from a day to a later one. */
export function daysUntil(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / DAY_MS);
}
