import { DAY_MS } from "@/server/domain/time";
import { TIME_ZONE } from "@/server/domain/time-zone";

const calendarDay = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE, year: "numeric", month: "2-digit", day: "2-digit" });

/** The day, as `2026-11-20`, on which companies are at this moment. */
export function dayAt(moment: Date): string {
  return calendarDay.format(moment);
}

/** The day that is so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The Monday on or before this day. */
export function weekOf(day: string): string {
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}
