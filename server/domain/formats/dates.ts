import { daysFrom } from "./calendar";
import { regionalLocale } from "./regional-locale";
import { DAY_MS, MINUTE_MS } from "./time";

/**
 * Styles of a day. `today`: Wednesday 4 November. `day`: 4 Nov. `date`: 4 Nov 2026. `weekday`: Wed 4 November. `long`: 4 November 2026.
 * `whole`: Wednesday 4 November 2026.
 */
export type DayStyle = keyof typeof dayStyles;

/**
 * Styles of a moment. `time`: 10:21. `moment`: 4 Nov, 10:21. `dated`: 4 Nov 2026, 10:21. `full`: 4 November 2026 at 10:21. Styles of a day
 * work as well.
 */
export type MomentStyle = DayStyle | keyof typeof momentStyles;

const dayStyles = {
  today: { weekday: "long", day: "numeric", month: "long" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "short", day: "numeric", month: "long" },
  long: { day: "numeric", month: "long", year: "numeric" },
  whole: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const momentStyles = {
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  moment: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  dated: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  full: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const styles = { ...dayStyles, ...momentStyles };

/**
 * Formats a calendar day, such as "2026-11-04", which is the same day in every time zone; text behind the day is ignored. `language` may
 * name the country: "de-AT" writes Jänner.
 */
export function formatDay(day: string, language: string, style: DayStyle = "day"): string {
  return write(new Date(`${day.slice(0, 10)}T00:00:00Z`), language, "UTC", style);
}

/** Formats a moment as clocks in `timeZone` show it. */
export function formatMoment(at: Date | string | number, language: string, timeZone: string, style: MomentStyle = "moment"): string {
  return write(new Date(at), language, timeZone, style);
}

/**
 * Returns how long ago or how far ahead a moment is: "3 minutes ago", "yesterday, 20:11", "13 days ago", "in 10 days"; beyond a month, the
 * day. Days are calendar days of `timeZone`.
 */
export function formatRelative(at: Date | string | number, now: Date | number, language: string, timeZone: string): string {
  const moment = new Date(at);
  const minutes = Math.round((moment.getTime() - Number(now)) / MINUTE_MS);
  const days = daysBetween(now, moment, timeZone);
  const relative = relativeFormatter(language);

  if (minutes === 0) return relative.format(0, "second");
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute");
  if (days === 0) return relative.format(Math.trunc(minutes / 60), "hour");
  if (Math.abs(days) === 1) return `${relative.format(days, "day")}, ${formatMoment(moment, language, timeZone, "time")}`;
  if (Math.abs(days) <= 30) return relative.format(days, "day");
  return formatMoment(moment, language, timeZone, isSameYear(moment, new Date(now), timeZone) ? "day" : "date");
}

/** Returns how far a calendar day is from today, without a time: "today", "tomorrow", "in 10 days". */
export function formatRelativeDay(day: string, today: string, language: string): string {
  return relativeFormatter(language).format(daysFrom(today, day), "day");
}

/** Returns the number of calendar days of `timeZone` from the first moment to the second. */
export function daysBetween(from: Date | string | number, to: Date | string | number, timeZone: string): number {
  return dayNumber(new Date(to), timeZone) - dayNumber(new Date(from), timeZone);
}

/** Returns the days since 1970 on the calendar of a time zone. The locale en-CA writes days as 2026-11-04, which `Date.parse` reads. */
function dayNumber(moment: Date, timeZone: string): number {
  return Date.parse(formatterOf("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(moment)) / DAY_MS;
}

function isSameYear(one: Date, other: Date, timeZone: string): boolean {
  const year = formatterOf("en-CA", { timeZone, year: "numeric" });
  return year.format(one) === year.format(other);
}

/** The first day of a month in languages in which it is an ordinal, which `Intl` does not write: `1er mars`, `1° marzo`. */
const firstDays: Record<string, string> = { fr: "1er", it: "1°" };

function write(at: Date, language: string, timeZone: string, style: MomentStyle): string {
  const formatter = formatterOf(regionalLocale(language), { timeZone, ...styles[style] });
  const first = firstDays[language.slice(0, 2)];
  const written =
    first === undefined
      ? formatter.format(at)
      : formatter
          .formatToParts(at)
          .map(({ type, value }) => (type === "day" && value === "1" ? first : value))
          .join("");
  // In a sentence, only German has a comma after the weekday.
  return style === "whole" && !language.startsWith("de") ? written.replace(",", "") : written;
}

/** Cache: formatters are slow to create and needed about a hundred times per page. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const relativeFormatters = new Map<string, Intl.RelativeTimeFormat>();

function formatterOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formatters.set(key, made);
  return made;
}

function relativeFormatter(language: string): Intl.RelativeTimeFormat {
  const known = relativeFormatters.get(language);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(regionalLocale(language), { numeric: "auto" });
  relativeFormatters.set(language, made);
  return made;
}
