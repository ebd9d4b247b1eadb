import { expect, test } from "vitest";
import { formatAmount, formatCount, formatMoney } from "./money";

const NO_BREAK_SPACE = "\u00a0";
const MINUS = "\u2212";

test.each([
  ["nl", null, "EUR", "€ 1.234,56"],
  ["de", null, "EUR", "1.234,56 €"],
  ["fr", null, "EUR", "1 234,56 €"],
  ["it", null, "EUR", "1.234,56 €"],
  ["en", null, "EUR", "€1,234.56"],
  ["de", "CH", "CHF", "CHF 1’234.56"],
  ["it", "CH", "CHF", "CHF 1’234.56"],
  ["it", "IT", "EUR", "1.234,56 €"],
  ["de", "AT", "EUR", "€ 1.234,56"],
  ["fr", "BE", "EUR", "1 234,56 €"],
  ["fr", "CH", "CHF", "1’234.56 CHF"],
  ["fr-CH", null, "CHF", "1’234.56 CHF"],
])("an amount is written as %s readers write it (%s, %s)", (language, country, currency, written) => {
  expect(formatMoney(123_456, currency, language, country)).toBe(written.replaceAll(" ", NO_BREAK_SPACE));
});

test.each([
  ["nl", null, "EUR", "€ −40,00"],
  ["de", null, "EUR", "−40,00 €"],
  ["de", "CH", "CHF", "CHF −40.00"],
  ["en", null, "EUR", "−€40.00"],
])("less than nothing has a real minus beside its figure in %s (%s, %s)", (language, country, currency, written) => {
  expect(formatMoney(-4_000, currency, language, country)).toBe(written.replaceAll(" ", NO_BREAK_SPACE));
});

test("an amount never wraps, and has a minus sign instead of a hyphen, in every language", () => {
  for (const language of ["de", "en", "fr", "it", "nl"])
    for (const country of ["DE", "AT", "CH", "LI", "LU", "BE", "NL", "FR", "IT", "IE", undefined])
      for (const currency of ["EUR", "CHF", "GBP"])
        expect(formatMoney(-123_456_789, currency, language, country)).not.toMatch(/[ \u2009-]/);
});

test("an amount without its currency has two decimals, and grouping from a thousand", () => {
  expect(formatAmount(100_000, "en")).toBe("1,000.00");
  expect(formatAmount(-5, "de")).toBe(`${MINUS}0,05`);
  expect(formatAmount(123_400, "it")).toBe("1.234,00");
  expect(formatAmount(-123_400, "fr", "CH")).toBe(`${MINUS}1’234.00`);
  expect(formatAmount(123_400, "de", "AT")).toBe("1.234,00");
  expect(formatAmount(123_400, "de", "CH")).toBe("1’234.00");
});

test("zero has no sign", () => {
  expect(formatAmount(0, "en")).toBe("0.00");
  expect(formatAmount(-0, "en")).toBe("0.00");
  expect(formatMoney(0, "EUR", "en")).toBe("€0.00");
});

test("a country that does not use the language changes nothing", () => {
  expect(formatMoney(123_456, "EUR", "nl", "FR")).toBe(formatMoney(123_456, "EUR", "nl"));
  expect(formatMoney(123_456, "EUR", "de", null)).toBe(formatMoney(123_456, "EUR", "de"));
});

test.each([
  ["en", "GB", "2,000"],
  ["de", "DE", "2.000"],
  ["de", "CH", "2’000"],
  ["fr", "BE", `2${NO_BREAK_SPACE}000`],
  ["fr-CH", null, "2’000"],
])("a number of things is written as in %s (%s): %s", (language, country, written) => {
  expect(formatCount(2_000, language, country)).toBe(written);
});
