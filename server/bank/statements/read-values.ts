import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { addDays, dayAt, isDay } from "@/server/domain/formats/calendar";
import { withoutFebruary30 } from "./february-days";
import { type RefusedSum, StatementRefusal } from "./statement";

/** Position in a file. */
export interface Place {
  line: number;
  element: string;
}

/** Reads an amount such as `12.5`, `12.50000`, `.5`, `+3`, `1,00` or `000012.50` as integer cents. Throws a `StatementRefusal`. */
export function readCents(text: string, { line, element }: Place): number {
  const [, whole = "", fraction = ""] = /^\+?(?:0(?=\d))*(\d{0,13})(?:[.,](\d{0,5}))?$/.exec(text) ?? [];
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  if (whole + fraction === "" || /[1-9]/.test(fraction.slice(2)) || !Number.isSafeInteger(cents)) {
    throw new StatementRefusal("not_an_amount", line, element, text.slice(0, 40));
  }
  return cents;
}

/** Reads the day of a date or a moment, in the bank's time zone. Throws a `StatementRefusal`, also for a day that no statement can have. */
export function readDay(text: string, latestDay: string, { line, element }: Place): string {
  const [, written = ""] = /^(\d{4}-\d\d-\d\d)(?:[T+Z-].*)?$/.exec(text) ?? [];
  const day = withoutFebruary30(written);
  if (!isDay(day) || !isStatementDay(day, latestDay)) throw new StatementRefusal("not_a_date", line, element, text.slice(0, 40));
  return day;
}

/** Statement formats are younger than this day, so an earlier one is a mistake in the file. */
const EARLIEST_DAY = "1990-01-01";
const MOST_DAYS_AHEAD = 366;

/** Returns the latest day that a statement may name: a year ahead, because banks announce payments and value dates. */
export function latestStatementDay(now: Date): string {
  return addDays(dayAt(now), MOST_DAYS_AHEAD);
}

/** Whether a statement may name this day. */
export function isStatementDay(day: string, latestDay: string): boolean {
  return day >= EARLIEST_DAY && day <= latestDay;
}

/** Reads an IBAN, without spaces and in capitals. Throws a `StatementRefusal`. */
export function readStatementIban(text: string, { line, element }: Place): string {
  const iban = electronicFormatIBAN(text);
  if (!iban || !isValidIBAN(iban)) throw new StatementRefusal("not_an_iban", line, element, text.slice(0, 40));
  return iban;
}

/**
 * Throws a `StatementRefusal` unless opening balance plus booked amount equals the closing balance. Checks nothing if one of the balances
 * is missing.
 */
export function requireSum(openingCents: number | null, bookedCents: number, closingCents: number | null, { line, element }: Place): void {
  if (openingCents === null || closingCents === null || openingCents + bookedCents === closingCents) return;
  throw sumRefusal({ openingCents, bookedCents, closingCents }, { line, element });
}

/** Returns the refusal of a statement whose entries do not lead from the opening to the closing balance. */
export function sumRefusal(sum: RefusedSum, { line, element }: Place): StatementRefusal {
  const [opening, booked, closing] = [sum.openingCents, sum.bookedCents, sum.closingCents].map((cents) => (cents / 100).toFixed(2));
  return new StatementRefusal("does_not_add_up", line, element, `${opening} + ${booked} is not ${closing}`, { sum });
}
