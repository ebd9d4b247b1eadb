import fc from "fast-check";
import { expect, test } from "vitest";
import { directionIn } from "./row-words";

test("a direction is read from banks' words in any letter case, and from no other word", () => {
  for (const word of ["Credit", "haben", "BIJ", "Avere.", " cr "]) expect(directionIn(word)).toBe(1);
  for (const word of ["Debit", "soll", "Af", "Dare.", " dr "]) expect(directionIn(word)).toBe(-1);
  const another = fc.string().filter((text) => !/^\W*(?:c|cr|h|d|dr|s|af|bij)\W*$/i.test(text) && !/[+-]/.test(text));
  fc.assert(
    fc.property(another, (text) => {
      expect(directionIn(`${text} 1`)).toBeUndefined();
    }),
  );
});
