import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { centsInWord, searchWords } from "./search-words";

test("a search is its words without the commas between them, and an IBAN with spaces is one word", () => {
  expect(searchWords(" Brandsma, Ada  Ada ")).toEqual(["Brandsma", "Ada"]);
  expect(searchWords("€ 45,00 Ada")).toEqual(["45,00", "Ada"]);
  expect(searchWords("NL91 ABNA 0417 1643 00")).toEqual(["NL91ABNA0417164300"]);
  expect(searchWords("a b c d e f g h i j")).toHaveLength(8);
  expect(searchWords("a\0b")).toEqual(["a", "b"]);
});

test("an amount is recognised with a point or a comma, with or without the sign of a currency", () => {
  for (const word of ["126.50", "126,50", "£126.50", "126,50€"]) expect(centsInWord(word)).toBe(12_650);
  for (const word of ["1.126,50", "1,126.50", "1'126.50", "1’126.50", "1126.50"]) expect(centsInWord(word)).toBe(112_650);
  for (const word of ["-126,50", "−£126.50", "€−126,50"]) expect(centsInWord(word)).toBe(-12_650);
  for (const word of ["126", "126.5", "1.126", "2026-1,50", "N126.50", "1.2,50", ".50"]) expect(centsInWord(word)).toBeUndefined();
});

test("an amount as our pages write it is one word, in each language, country and currency", () => {
  for (const locale of locales)
    for (const country of [undefined, "DE", "AT", "CH", "LI", "LU", "BE", "NL", "FR", "IT", "IE", "GB"])
      for (const currency of ["EUR", "GBP", "CHF"])
        for (const cents of [5, 12_650, 123_456_750, -4_000, -123_456_750]) {
          const words = searchWords(`Ada ${formatMoney(cents, currency, locale, country)} Brandsma`);
          expect(words.map((word) => centsInWord(word) ?? word)).toEqual(["Ada", cents, "Brandsma"]);
        }
  expect(searchWords("EUR 45 CHF")).toEqual(["EUR", "45", "CHF"]);
});
