import fc from "fast-check";
import { expect, test } from "vitest";
import { directionIn, returnReasonIn } from "./row-words";

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

test("a cell that denies a reason for a return gives none, in any language and letter case", () => {
  const denials =
    "Keine|kein|nein|no|non|nee|geen|aucun|Aucune|nessun|NESSUNO|nessuna|none|N/A|n.v.t.|-|—||Kein Grund|no reason|Aucun motif";
  for (const cell of denials.split("|")) expect([cell, returnReasonIn(` ${cell} `)]).toEqual([cell, ""]);
});

test.each([
  ["MS03", "MS03"],
  ["Rückgabe AC04 Konto aufgelöst", "AC04"],
  ["Keine Deckung", "Keine Deckung"],
  ["No account", "No account"],
  ["Geen saldo", "Geen saldo"],
  ["Non autorisé", "Non autorisé"],
])("a reason stays a reason: %s", (cell, reason) => {
  expect(returnReasonIn(cell)).toBe(reason);
});
