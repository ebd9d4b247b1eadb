import fc from "fast-check";
import { expect, test } from "vitest";
import { directionIn, returnReasonIn, saysRefused, stateIn } from "./row-words";

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

test("a state is read from the words of apps in the languages we support; a word that no bank uses stays unknown", () => {
  for (const word of ["ABGESCHLOSSEN", "TERMINÉ", "COMPLETATO", "Voltooid", "Udført"])
    expect([word, stateIn(word)]).toEqual([word, "booked"]);
  const never = [
    "RÜCKGÄNGIG GEMACHT",
    "Fehlgeschlagen",
    "ANNULÉ",
    "Échec",
    "IN SOSPESO",
    "Stornato",
    "In afwachting",
    "Niet voltooid",
    "Mislukt",
  ];
  for (const word of never) expect([word, stateIn(word)]).toEqual([word, "left_out"]);
  for (const word of ["Ikke udført", "Quux"]) expect([word, stateIn(word)]).toEqual([word, undefined]);
  expect(["Fehlgeschlagen", "Échec", "Mislukt", "IN SOSPESO"].map((word) => saysRefused(word))).toEqual([true, true, true, false]);
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
