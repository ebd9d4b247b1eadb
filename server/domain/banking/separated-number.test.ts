import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { separatedNumbersIn, spellingsWithSeparators, withoutSeparators } from "./separated-number";

describe("numbers with other separators than the company's", () => {
  test.each([
    ["Rechnung 2027 116", ["2027 116"]],
    ["Rg. 2027 103", ["2027 103"]],
    ["Nr.2027/116, thanks", ["2027/116"]],
    ["2027102", ["2027102"]],
    ["(2027.116)", ["2027.116"]],
    ["2027 116, 2027 117", ["2027 116", "2027 117"]],
    ["2027\n116", ["2027 116"]],
  ])("%j has %j", (text, numbers) => {
    expect(separatedNumbersIn(text)).toEqual(numbers);
  });

  test.each([
    ["a part of a word", "A2027116 2027116b x-2027116 2027116/Meier"],
    ["too few digits", "27 116, 202711, 2027"],
    ["too many digits", "123456789012345"],
    ["dates", "30.11.2026 2026-11-30 30/11/26 20261130 30112026 3.4.2027"],
    ["amounts", "2027.16 EUR 12 345.00"],
    ["times and accounts", "20:27:16 NL91ABNA0417164300"],
    ["numbers in a list", "2027, 116; 2027: 116"],
  ])("%s are none", (_, text) => {
    expect(separatedNumbersIn(text)).toEqual([]);
  });

  const digits = fc.stringMatching(/^[1-9]\d{3}$/);
  const nth = fc.stringMatching(/^\d{3,5}$/);
  const separator = fc.constantFrom("-", "/", ".", " ", "_", "");
  const word = fc.constantFrom("Rechnung", "Nr.", "for Mia", "Beitrag:", "");

  test("a number of two groups is found within any words with any separator, and looked up as the company writes it", () => {
    let found = 0;
    fc.assert(
      fc.property(digits, nth, separator, separator, word, word, (year, number, own, other, before, after) => {
        const [meant, written] = [year + own + number, year + other + number];
        fc.pre(meant !== written && !isLeftOut(written));
        found += 1;
        const [read, ...more] = separatedNumbersIn(`${before} ${written} ${after}`);
        expect([read, more]).toEqual([written, []]);
        expect(spellingsWithSeparators(written)).toContain(meant);
        expect(withoutSeparators(written)).toBe(withoutSeparators(meant));
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(500);
  });

  test("every number has the text's digits, and is looked up only with other separators", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0127 -./,:;aB\n"), maxLength: 40 }), (text) => {
        for (const number of separatedNumbersIn(text)) {
          expect(withoutSeparators(text)).toContain(withoutSeparators(number));
          for (const spelling of spellingsWithSeparators(number)) expect(withoutSeparators(spelling)).toBe(withoutSeparators(number));
        }
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Whether a number looks like an amount or, without separators, may be eight digits of a date. */
function isLeftOut(written: string): boolean {
  return /^\d{8}$/.test(written) || /\.\d\d$/.test(written);
}
