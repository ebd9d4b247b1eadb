import { electronicFormatIBAN, isValidIBAN } from "ibantools";
import { StatementRefusal } from "./statement";

/** Where something stands in a file. */
export interface Place {
  line: number;
  element: string;
}

/** Integer cents of an amount such as `12.5`, `12.50000` or `1,00`. Throws a `StatementRefusal`. */
export function readCents(text: string, { line, element }: Place): number {
  const [, whole = "", fraction = ""] = /^(\d{1,13})(?:[.,](\d{0,5}))?$/.exec(text) ?? [];
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, "0"));
  if (whole === "" || /[1-9]/.test(fraction.slice(2)) || !Number.isSafeInteger(cents)) {
    throw new StatementRefusal("not_an_amount", line, element, text.slice(0, 40));
  }
  return cents;
}

/** The day of a date or a moment, as the bank wrote it down. Throws a `StatementRefusal`. */
export function readDay(text: string, { line, element }: Place): string {
  const [, day = ""] = /^(\d{4}-\d\d-\d\d)(?:[T+Z-].*)?$/.exec(text) ?? [];
  const isDay = day !== "" && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay) throw new StatementRefusal("not_a_date", line, element, text.slice(0, 40));
  return day;
}

/** Without spaces and in capitals. Throws a `StatementRefusal`. */
export function readStatementIban(text: string, { line, element }: Place): string {
  const iban = electronicFormatIBAN(text);
  if (!iban || !isValidIBAN(iban)) throw new StatementRefusal("not_an_iban", line, element, text.slice(0, 40));
  return iban;
}
