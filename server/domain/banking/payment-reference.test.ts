import fc from "fast-check";
import { calculateQRReferenceChecksum, calculateSCORReferenceChecksum, isQRReferenceValid, isSCORReferenceValid } from "swissqrbill/utils";
import { describe, expect, test } from "vitest";
import { numberIn, referenceKinds, referenceOf } from "./payment-reference";

const number = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const kind = fc.constantFrom(...referenceKinds);

test("references are grouped as people read them", () => {
  expect(referenceOf(100_000_042, "creditor")).toEqual({ kind: "creditor", code: "RF78100000042", shown: "RF78 1000 0004 2" });
  expect(referenceOf(100_000_042, "belgian")).toEqual({ kind: "belgian", code: "010000004226", shown: "+++010/0000/04226+++" });
  expect(referenceOf(100_000_042, "qr").shown).toMatch(/^00 00000 00000 00000 10000 0042\d$/);
});

test("the check digits equal those of another library", () => {
  fc.assert(
    fc.property(number, (given) => {
      const { code } = referenceOf(given, "creditor");
      expect(isSCORReferenceValid(code)).toBe(true);
      expect(code.slice(2, 4)).toBe(calculateSCORReferenceChecksum(String(given)));
      const qr = referenceOf(given, "qr").code;
      expect(isQRReferenceValid(qr)).toBe(true);
      expect(qr.at(-1)).toBe(calculateQRReferenceChecksum(qr.slice(0, 26)));
    }),
  );
});

test("a Belgian reference ends with the remainder by 97, or with 97 if that is 0", () => {
  expect(referenceOf(97, "belgian").code).toBe("000000009797");
  expect(referenceOf(98, "belgian").code).toBe("000000009801");
  expect(referenceOf(10_000_000_000, "belgian").kind).toBe("creditor");
});

describe("our invoice number is read", () => {
  test("from every kind of reference, with and without spaces and signs, in upper and lower case", () => {
    fc.assert(
      fc.property(number, kind, (given, of) => {
        const { code, shown } = referenceOf(given, of);
        for (const typed of [code, shown, shown.toLowerCase(), ` ${[...code].join(" ")} `, shown.replaceAll("+", "*")]) {
          expect(numberIn(typed)).toBe(given);
        }
      }),
    );
  });

  test("from no reference with one wrong digit or two swapped neighbours", () => {
    fc.assert(
      fc.property(number, kind, fc.nat(), fc.integer({ min: 1, max: 9 }), (given, of, at, more) => {
        const { code } = referenceOf(given, of);
        const places = [...code].flatMap((character, place) => (/\d/.test(character) ? [place] : []));
        const place = places[at % places.length] ?? 0;
        const digit = (Number(code[place]) + more) % 10;
        expect(numberIn(code.slice(0, place) + digit + code.slice(place + 1))).toBeUndefined();
        const [one = "", two = ""] = code.slice(place, place + 2);
        if (/\d/.test(two) && one !== two) expect(numberIn(code.slice(0, place) + two + one + code.slice(place + 2))).not.toBe(given);
      }),
    );
  });

  test.each([
    "",
    "RF",
    "RF00",
    "RF18",
    "hello",
    "+++",
    "000000000097",
    "0".repeat(27),
    "RF18ABC",
    "RF9936",
    "RF00100002156",
    "RF01100002156",
    "1".repeat(400),
  ])("from none: %j", (text) => {
    expect(numberIn(text)).toBeUndefined();
  });
});
