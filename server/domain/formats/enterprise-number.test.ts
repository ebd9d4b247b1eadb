import fc from "fast-check";
import { expect, test } from "vitest";
import { readEnterpriseNumber } from "./enterprise-number";

/** Any number, as ten digits. */
const anyNumber = fc.nat(19_999_999).map((first) => {
  const digits = String(first).padStart(8, "0");
  return digits + String(97 - (first % 97)).padStart(2, "0");
});

/** The same digits as people write them. */
const spellings = (digits: string) => [
  digits,
  `BE${digits}`,
  `be ${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`,
  `BE-${digits.slice(0, 4)}-${digits.slice(4, 7)}-${digits.slice(7)}`,
  `(${digits[0]})${digits.slice(1)}`,
  ...(digits.startsWith("0") ? [digits.slice(1)] : []),
];

test.each([
  ["0123456749", "0123.456.749"],
  ["BE 0123.456.749", "0123.456.749"],
  ["123.456.749", "0123.456.749"],
])("%s is stored as %s", (given, stored) => {
  expect(readEnterpriseNumber(given)).toBe(stored);
});

test.each(["", "0123.456.748", "2123.456.749", "NL0123456749", "0123.456.7490", "12345", "０１２３４５６７４９"])(
  "%j is refused",
  (given) => {
    expect(readEnterpriseNumber(given)).toBeUndefined();
  },
);

test("any number is read from any spelling, and its stored form reads as itself", () => {
  fc.assert(
    fc.property(anyNumber, (digits) => {
      const [stored, ...others] = spellings(digits).map(readEnterpriseNumber);
      expect(stored).toMatch(/^[01]\d{3}\.\d{3}\.\d{3}$/);
      expect(stored?.replaceAll(".", "")).toBe(digits);
      expect(new Set([...others, readEnterpriseNumber(stored ?? "")])).toEqual(new Set([stored]));
    }),
  );
});

test("one wrong digit, and two neighbours that changed places, are refused", () => {
  fc.assert(
    fc.property(anyNumber, fc.nat(9), fc.integer({ min: 1, max: 9 }), (digits, at, more) => {
      const digit = Number(digits[at]);
      const wrong = digits.slice(0, at) + ((digit + more) % 10) + digits.slice(at + 1);
      expect(readEnterpriseNumber(wrong)).toBeUndefined();
      const swapped = digits.slice(0, at) + (digits[at + 1] ?? "") + digits[at] + digits.slice(at + 2);
      if (swapped !== digits) expect(readEnterpriseNumber(swapped)).toBeUndefined();
    }),
  );
});
