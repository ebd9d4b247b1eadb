import fc from "fast-check";
import { expect, test } from "vitest";
import { isCreditorIdentifier } from "./creditor-identifier";
import { remainderOf97 } from "./remainder-of-97";

test.each(["DE98ZZZ09999999999", "NL00ZZZ123456780000".replace("00", checkOf("NL", "123456780000")), "AT61ZZZ01234567890"])(
  "%s is a creditor identifier",
  (identifier) => {
    expect(isCreditorIdentifier(identifier)).toBe(true);
  },
);

test.each([
  "",
  "DE98",
  "DE98ZZZ09999999998",
  "DE89ZZZ09999999999",
  "de98zzz09999999999",
  "DE98ZZZ0999999999900000000000000000000",
  "0898ZZZ09999999999",
])("%j is none", (identifier) => {
  expect(isCreditorIdentifier(identifier)).toBe(false);
});

test("the checksum covers every character except the business code", () => {
  const national = fc.stringMatching(/^[A-Z0-9]{1,28}$/);
  const code = fc.stringMatching(/^[A-Z0-9]{3}$/);
  fc.assert(
    fc.property(national, code, code, fc.nat(), (of, one, other, at) => {
      const check = checkOf("FR", of);
      expect(isCreditorIdentifier(`FR${check}${one}${of}`)).toBe(true);
      expect(isCreditorIdentifier(`FR${check}${other}${of}`)).toBe(true);
      const place = at % of.length;
      const wrong = of[place] === "7" ? "8" : "7";
      const mistyped = of.slice(0, place) + wrong + of.slice(place + 1);
      // A letter instead of a digit may leave the same remainder; another digit never does.
      if (/\d/.test(of[place] ?? "")) expect(isCreditorIdentifier(`FR${check}${one}${mistyped}`)).toBe(false);
    }),
  );
});

function checkOf(country: string, national: string): string {
  return String(98 - remainderOf97(`${national}${country}00`)).padStart(2, "0");
}
