import { dayAt } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";
import type { Club } from "./clubs";

// Amounts and days as each country writes them, stated independently of the code that formats them.

export interface Region {
  locale: Locale;
  country: Club["country"];
  currency: Club["currency"];
}

const SPACE = "\u00a0";

interface Spelling {
  group: string;
  decimal: string;
  /** Pattern in which `#` stands for the figures and `$` for the currency. */
  pattern: string;
}

const swiss = { group: "’", decimal: "." };
const continental = { group: ".", decimal: "," };
const spelledIn: Record<string, Spelling> = {
  "de-DE": { ...continental, pattern: `#${SPACE}$` },
  "de-AT": { ...continental, pattern: `$${SPACE}#` },
  "de-CH": { ...swiss, pattern: `$${SPACE}#` },
  "fr-CH": { ...swiss, pattern: `#${SPACE}$` },
  "it-CH": { ...swiss, pattern: `$${SPACE}#` },
  "en-GB": { group: ",", decimal: ".", pattern: "$#" },
  "en-IE": { group: ",", decimal: ".", pattern: "$#" },
  "nl-NL": { ...continental, pattern: `$${SPACE}#` },
  "nl-BE": { ...continental, pattern: `$${SPACE}#` },
  "fr-BE": { group: SPACE, decimal: ",", pattern: `#${SPACE}$` },
};

const signs = { EUR: "€", GBP: "£", CHF: "CHF" };

export function spellCents(cents: number, { locale, country, currency }: Region): string {
  const spelling = spelledIn[`${locale}-${country}`];
  if (!spelling) throw new Error(`No spelling of ${locale} in ${country}`);
  const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, spelling.group);
  const figures = `${whole}${spelling.decimal}${String(cents % 100).padStart(2, "0")}`;
  return spelling.pattern.replace("#", figures).replace("$", () => signs[currency]);
}

/** Ending of the number of a month's first day. */
const firstDays: Partial<Record<Locale, string>> = { fr: "er", it: "°" };

export function spellDay(day: string, { locale, country }: Region): string {
  const [year, month, date] = day.split("-").map(Number);
  const name = new Intl.DateTimeFormat(`${locale}-${country}`, { month: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
  const first = date === 1 ? (firstDays[locale] ?? "") : "";
  if (!month) throw new Error(`No day: ${day}`);
  return `${date}${locale === "de" ? "." : first} ${name} ${year}`;
}

export const spellMoment = (at: Date, region: Region) => spellDay(dayAt(at), region);

/** Returns the amounts in a text, as written. A figure beside a currency's letters inside a code or a link is no amount. */
export function amountsIn(text: string): string[] {
  return (
    text
      .match(
        /(?<![\p{L}\d_-])(?:(?:[€£]|CHF)[ \u00a0\u202f]?[−-]?\d[\d.,’\u00a0\u202f]*|\d[\d.,’\u00a0\u202f]*[ \u00a0\u202f]?(?:[€£]|CHF))(?![\p{L}\d_-])/gu,
      )
      ?.map((amount) => amount.replace(/[.,]$/, "")) ?? []
  );
}

/** Returns the days with a month's name and a year in a text, as written. */
export function daysIn(text: string): string[] {
  return text.match(/(?<![\p{L}\d-])\d{1,2}(?:\.|er|°)?\s\p{L}{3,}\s\d{4}/gu) ?? [];
}
