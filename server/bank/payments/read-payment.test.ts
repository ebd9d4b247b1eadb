import fc from "fast-check";
import { expect, test } from "vitest";
import { referenceKinds, referenceOf } from "@/server/domain/banking/payment-reference";
import { readPayment, slipBetween, slipsOf } from "./read-payment";

const read = (written: Partial<Parameters<typeof readPayment>[0]>) =>
  readPayment({ references: [], endToEndId: "", text: "", name: "", ...written });

const invoiceNumber = fc.integer({ min: 100_000_000, max: 999_999_999 });
const digits = fc.stringMatching(/^\d{6,10}$/);

test("slipsOf finds every number that is one slip away, and no other", () => {
  fc.assert(
    fc.property(digits, (written) => {
      const meant = slipsOf(written);
      expect(new Set(meant).size).toBe(meant.length);
      for (const each of meant) expect(slipBetween(written, each)).toBeDefined();
    }),
  );
  fc.assert(
    fc.property(digits, digits, (written, meant) => {
      expect(slipsOf(written).includes(meant)).toBe(slipBetween(written, meant) !== undefined);
    }),
  );
});

test("the kind of a slip is recognised at every digit", () => {
  const place = fc.nat({ max: 20 });
  fc.assert(
    fc.property(digits, place, fc.stringMatching(/^\d$/), (meant, anywhere, digit) => {
      const at = anywhere % meant.length;
      const [before, after] = [meant.slice(0, at), meant.slice(at + 1)];
      if (digit !== meant[at]) expect(slipBetween(before + digit + after, meant)).toBe("wrong");
      expect(slipBetween(before + after, meant)).toBe("missing");
      expect(slipBetween(before + digit + meant.slice(at), meant)).toBe("added");
      const swapped = before + (meant[at + 1] ?? "") + meant[at] + meant.slice(at + 2);
      if (at + 1 < meant.length && meant[at] !== meant[at + 1]) expect(slipBetween(swapped, meant)).toBe("swapped");
      expect(slipBetween(meant, meant)).toBeUndefined();
    }),
  );
});

test("references of every kind are read with any spacing, in their own field and within a text", () => {
  fc.assert(
    fc.property(invoiceNumber, fc.constantFrom(...referenceKinds), (number, kind) => {
      const { code, shown } = referenceOf(number, kind);
      for (const written of [code, shown]) {
        const field = read({ references: [written] });
        const inText = read({ text: `Contribution ${written}` });
        // Twelve digits alone may be a Belgian reference by chance, so they count only for a company in Belgium.
        for (const each of [field, inText]) expect([...each.referenced, ...each.belgian]).toContain(number);
      }
    }),
  );
});

test("a reference with one wrong digit names no invoice", () => {
  fc.assert(
    fc.property(invoiceNumber, fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }), (number, anywhere, more) => {
      const { code } = referenceOf(number, "creditor");
      const at = 2 + (anywhere % (code.length - 2));
      const wrong = code.slice(0, at) + ((Number(code[at]) + more) % 10) + code.slice(at + 1);
      expect(read({ references: [wrong] }).referenced).toEqual([]);
    }),
  );
});

test("any text can be read, and at most thirty numbers and thirty tokens of it are used", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 2_000 }), fc.string({ unit: "grapheme", maxLength: 70 }), (text, name) => {
      const { numbers, tokens, hasName } = read({ text, name });
      expect(numbers.length).toBeLessThanOrEqual(30);
      expect(tokens.length).toBeLessThanOrEqual(30);
      for (const number of numbers) expect(number).toMatch(/^\d{8,11}$/);
      expect(hasName).toBe(name.trim() !== "");
    }),
  );
});
