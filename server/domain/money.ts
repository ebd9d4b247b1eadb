import { regionalLocale } from "./regional-locale";

const MINUS = "\u2212";
const NO_BREAK_SPACE = "\u00a0";

/**
 * An amount with its currency as the reader's language writes it: "€ 1.234,56" in nl, "1.234,56 €" in de, "CHF 1’234.56" in de with CH.
 * `cents` is an integer in hundredths. Spaces inside never break, and less than nothing has a real minus. `language` may name the country itself, as in "de-CH".
 */
export function formatMoney(cents: number, currency: string, language: string, country?: string | null): string {
  const parts = partsOf(cents, currency, language, country);
  // Swiss locales write the minus into the place of the space: CHF-40.00.
  return parts
    .map(({ type, value }, index) => (type === "minusSign" && parts[index - 1]?.type === "currency" ? NO_BREAK_SPACE : "") + value)
    .join("");
}

/** The same without the currency, for a column that names it in its head. */
export function formatAmount(cents: number, language: string, country?: string | null): string {
  return partsOf(cents, "EUR", language, country)
    .filter(({ type }) => type !== "currency" && type !== "literal")
    .map(({ value }) => value)
    .join("");
}

/** As money, because French Swiss and Austrians write other numbers in another way. */
function partsOf(cents: number, currency: string, language: string, country?: string | null): Intl.NumberFormatPart[] {
  const locale = regionalLocale(language, country);
  const group = SWISS.test(locale) ? "’" : undefined;
  return formatter(locale, currency)
    .formatToParts(cents / 100)
    .map((part) => ({ ...part, value: spell(part, group) }));
}

const SWISS = /-(?:CH|LI)$/;

/** One spelling for the server and every browser, whose data on languages differ in age: the sign between groups follows the country. */
function spell({ type, value }: Intl.NumberFormatPart, group: string | undefined): string {
  if (type === "minusSign") return MINUS;
  if (type === "literal") return value.replaceAll(/\s/g, NO_BREAK_SPACE);
  if (type === "group") return group ?? value.replace(/\s/, NO_BREAK_SPACE);
  return value;
}

/** A formatter is slow to make and is needed a hundred times per page. */
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
