import { expect, test } from "vitest";
import { isKindOfEntry, isReturnKind } from "./entry-kinds";

test.each([
  ["German", "Rücklastschrift", "Entgelt Rücklastschrift"],
  ["German, by its letters", "RUECKBUCHUNG", "GEBUEHR RUECKLASTSCHRIFT"],
  ["English", "Returned direct debit", "Unpaid item fee"],
  ["French", "Rejet de prélèvement", "Frais sur rejet"],
  ["Italian", "Storno addebito", "Spese storno"],
  ["Dutch", "Storno incasso", "Kosten terugboeking"],
])("a return is told from its charge in %s", (_, back, charge) => {
  expect([isReturnKind(back), isReturnKind(charge)]).toEqual([true, false]);
});

test.each(["Gutschrift Überweisung", "Direct debit", "Virement SEPA reçu", "Bonifico ricevuto", "SEPA overboeking", ""])(
  "%s is no return",
  (kind) => {
    expect(isReturnKind(kind)).toBe(false);
  },
);

test.each(["Überweisung Ada Brandsma", "Gutschrift 2026-17", "VIR SEPA MARTIN", "Contributie", "2026", ""])(
  "a text with a name or a number is more than a kind of entry: %s",
  (text) => {
    expect(isKindOfEntry(text)).toBe(false);
  },
);
