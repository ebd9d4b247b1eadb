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

test.each([
  ...["Impayé", "IMPAYÉ", "Impaye\u0301", "Prélèvement impayé", "Chèque impayé", "PRLV impayés", "Rejeté", "Virement rejeté"],
  ...["Prélèvement annulé", "Restitué", "Prélèvement refusé", "VIR REFUSE", "Bonifico respinto", "Insoluto", "Overboeking geannuleerd"],
  ...["Incasso geweigerd", "Lastschrift zurückgegeben", "RETURNED", "RETURN", "UNPAID", "BOUNCED", "REVERSAL", "RECALL", "RTN"],
  ...["DD INDEMNITY", "UNPAID DD", "RETURNED FPI", "RETURNED DD", "Unpaid item", "Returned cheque", "Storno", "Insoluto"],
  ...["CHEQUE IMPAYE 5500123 REM 0001287 MOTIF PROVISION INSUFFISANTE", "CHEQUE REJETE SANS PROVISION", "PRLV IMPAYE", "IMPAYE"],
  ...["Assegno impagato n. 123", "REJET DE PRELEVEMENT OCEANE L HERMITTE"],
])("%s is a return", (kind) => {
  expect(isReturnKind(kind)).toBe(true);
});

test.each([
  "Commissione insoluto",
  "Commissioni insoluti",
  "Frais de rejet",
  "FRAIS CHEQUE IMPAYE",
  "FRAIS CHEQUE IMPAYE PROVISION INSUFFISANTE",
  "Provision Rücklastschrift",
  "Frais prélèvement impayé",
  "Unpaid item fee",
  "Returned item charge",
])("%s is the bank's charge, and no return", (kind) => {
  expect(isReturnKind(kind)).toBe(false);
});

test.each(["Prélèvement impayé", "Virement rejeté", "Prélèvement annulé", "Bonifico respinto", "Overboeking geannuleerd", "DD INDEMNITY"])(
  "%s is a kind of entry, without a name",
  (text) => {
    expect(isKindOfEntry(text)).toBe(true);
  },
);

test.each([
  "Gutschrift Überweisung",
  "Direct debit",
  "Virement SEPA reçu",
  "Bonifico ricevuto",
  "SEPA overboeking",
  "Reversement",
  "Refuse collection",
  "",
])("%s is no return", (kind) => {
  expect(isReturnKind(kind)).toBe(false);
});

test.each(["Überweisung Ada Brandsma", "Gutschrift 2026-17", "VIR SEPA MARTIN", "Contributie", "2026", ""])(
  "a text with a name or a number is more than a kind of entry: %s",
  (text) => {
    expect(isKindOfEntry(text)).toBe(false);
  },
);
