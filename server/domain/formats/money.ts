import { regionalLocale } from "./regional-locale";

const MINUS = "\u2212";
const NO_BREAK_SPACE = "\u00a0";

/**
 * Formats an amount with its currency in the reader's language: "€ 1.234,56" in nl, "1.234,56 €" in de, "CHF 1’234.56" in de with CH.
 * `cents` is an integer in hundredths. Spaces inside never break, and negative amounts have a real minus sign. `language` may name the
 * country itself, as in "de-CH".
 */
export function formatMoney(cents: number, currency: string, language: string, country?: string | null): string {
  const parts = partsOf(cents, currency, language, country);
  // Swiss locales put the minus sign in place of the space: CHF-40.00.
  return parts
    .map(({ type, value }, index) => (type === "minusSign" && parts[index - 1]?.type === "currency" ? NO_BREAK_SPACE : "") + value)
    .join("");
}

/** Formats an amount without its currency, for a column whose heading names it. */
export function formatAmount(cents: number, language: string, country?: string | null): string {
  return partsOf(cents, "EUR", language, country)
    .filter(({ type }) => type !== "currency" && type !== "literal")
    .map(({ value }) => value)
    .join("");
}

/** Formats a whole number of things: "2.000" in de, "2’000" in de with CH. */
export function formatCount(count: number, language: string, country?: string | null): string {
  return partsOf(count * 100, "EUR", language, country)
    .filter(({ type }) => type === "integer" || type === "group")
    .map(({ value }) => value)
    .join("");
}

/** Returns parts of the amount in currency style: plain numbers are grouped differently in Austria and in French Switzerland. */
function partsOf(cents: number, currency: string, language: string, country?: string | null): Intl.NumberFormatPart[] {
  const locale = regionalLocale(language, country);
  const group = SWISS.test(locale) ? "’" : undefined;
  return formatter(locale, currency)
    .formatToParts(cents / 100)
    .map((part) => ({ ...part, value: spell(part, group) }));
}

const SWISS = /-(?:CH|LI)$/;

/** Makes the spelling equal on the server and in all browsers, whose language data differ in age. `group` separates thousands, if given. */
function spell({ type, value }: Intl.NumberFormatPart, group: string | undefined): string {
  if (type === "minusSign") return MINUS;
  if (type === "literal") return value.replaceAll(/\s/g, NO_BREAK_SPACE);
  if (type === "group") return group ?? value.replace(/\s/, NO_BREAK_SPACE);
  return value;
}

/** Cache: formatters are slow to create and needed about a hundred times per page. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "negative",
    useGrouping: "always",
  });
  formatters.set(key, made);
  return made;
}
