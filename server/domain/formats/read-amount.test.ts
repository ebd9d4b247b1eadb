import fc from "fast-check";
import { expect, test } from "vitest";
import { locales } from "./locales";
import { formatAmount, formatMoney } from "./money";
import { readAmount } from "./read-amount";

test.each([
  ["75", 7_500],
  ["75.5", 7_550],
  ["75,50", 7_550],
  ["1.234,50", 123_450],
  ["1,234.50", 123_450],
  ["1’234.50", 123_450],
  ["1 234,50", 123_450],
  ["1.234", 123_400],
  ["1.234.567", 123_456_700],
  ["12345678", 1_234_567_800],
  ["-15", -1_500],
  ["−15,00", -1_500],
  ["0", 0],
  ["-0", 0],
  ["€75", 7_500],
  ["€ −40,00", -4_000],
  ["€ -40,00", -4_000],
  ["−€40.00", -4_000],
  ["−40,00 €", -4_000],
  ["€\u00a0−40,00", -4_000],
  ["40,00-", -4_000],
  ["1.234,50-", -123_450],
  ["1.234,50− €", -123_450],
  ["CHF 1’234.50", 123_450],
  ["CHF-40.00", -4_000],
  ["1\u202f234,50\u00a0€", 123_450],
  ["1\u2009234,50 EUR", 123_450],
  ["Fr. 20.50", 2_050],
  ["20.50 fr.", 2_050],
  ["Fr. −20.50", -2_050],
  ["CHF 1’000.–", 100_000],
  ["10,-", 1_000],
  ["£5", 500],
])("%s is an amount as people write it", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test.each([
  "",
  "-",
  "seventy",
  "1.2.3",
  "1,23,456",
  "75.5055",
  "1e5",
  "12.34,5",
  "€",
  "€75€",
  "€75 EUR",
  "--5",
  "-5-",
  "$5",
  "€5€-",
  "10 €/m",
  "5.",
  "EU R",
  "Fr.",
  "constructor5",
  "E5UR",
  "€40£",
  "€--40",
])("%j is no amount", (text) => {
  expect(readAmount(text)).toBeUndefined();
});

test.each([
  ["EUR", "€ 12,50"],
  ["EUR", "12.50 eur"],
  ["GBP", "£12.50"],
  ["CHF", "Fr. 12.50"],
])("an amount of %s has the sign of that currency or none: %s", (currency, text) => {
  for (const expected of ["EUR", "GBP", "CHF"]) expect(readAmount(text, expected)).toBe(expected === currency ? 1_250 : undefined);
  expect(readAmount("12.50", currency)).toBe(1_250);
});

test("each amount is read back as our pages write it, in each language, country and currency", () => {
  const countries = [undefined, "DE", "AT", "CH", "LI", "LU", "BE", "NL", "FR", "IT", "IE", "GB"];
  fc.assert(
    fc.property(
      fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
      fc.constantFrom(...locales),
      fc.constantFrom(...countries),
      fc.constantFrom("EUR", "GBP", "CHF"),
      (cents, locale, country, currency) => {
        expect(readAmount(formatMoney(cents, currency, locale, country), currency)).toBe(cents);
        expect(readAmount(formatAmount(cents, locale, country), currency)).toBe(cents);
      },
    ),
    { numRuns: 1_000 },
  );
});
