import { expect, test } from "vitest";
import { creditorOf } from "./creditor-identifier";
import { creditorIdentifierAt, creditorIdentifiersIn, isCreditorColumn } from "./creditor-identifiers-in-text";

test.each([
  ["DE98ZZZ09999999999", "DE98ZZZ09999999999"],
  [" de98 zzz0 9999 9999 99 Beitrag", "DE98ZZZ09999999999"],
  ["DE98ZZZ09999999999, Mandat 7", "DE98ZZZ09999999999"],
  ["DE98ABC09999999999", "DE98ABC09999999999"],
])("%j begins with an identifier", (value, identifier) => {
  expect(creditorIdentifierAt(value)).toBe(identifier);
});

test("a marked identifier with a wrong digit is still another than ours", () => {
  expect(creditorIdentifierAt("DE98ZZZ09999999998")).toBe("DE98ZZZ09999999998");
});

test.each(["", "NOTPROVIDED", "0000", "A JANSEN", "NL91ABNA0417164300", "NL91 ABNA 0417 1643 00"])("%j is no identifier", (value) => {
  expect(creditorIdentifierAt(value)).toBe("");
});

test.each([
  "EREF+E-7 MREF+M-7 CRED+DE98ZZZ09999999999 SVWZ+Beitrag 2026",
  "Beitrag 2026, Gläubiger-ID: DE98ZZZ09999999999, Mandat 7",
  "Glaeubiger-Identifikationsnummer DE98 ZZZ0 9999 9999 99",
  "Creditor identifier: DE98ZZZ09999999999",
  "INCASSANT: DE98ZZZ09999999999 MACHTIGING: 7",
  "identifiant du créancier DE98ZZZ09999999999",
  "ICS : DE98ZZZ09999999999",
  "codice creditore DE98ZZZ09999999999",
])("%j names one", (text) => {
  expect(creditorIdentifiersIn(text)).toEqual(["DE98ZZZ09999999999"]);
});

test.each([
  "",
  "DE98ZZZ09999999999",
  "Creditor identifier: DE98ZZZ09999999998",
  "Topics DE98ZZZ09999999999",
  "Gläubiger-ID folgt",
  "sacred: DE98ZZZ09999999999",
])("%j marks none with right check digits", (text) => {
  expect(creditorIdentifiersIn(text)).toEqual([]);
});

test.each(["Gläubiger-ID", "Gläubiger ID", "Glaeubiger ID", "Gläubigeridentifikation", "Creditor ID", "Incassant ID", "ICS"])(
  "%s is the name of a column of identifiers",
  (name) => {
    expect(isCreditorColumn(name)).toBe(true);
  },
);

test("identifiers of one creditor are equal without the business code", () => {
  expect(creditorOf("DE98ABC09999999999")).toBe(creditorOf("DE98ZZZ09999999999"));
  expect(creditorOf("DE98ZZZ09999999998")).not.toBe(creditorOf("DE98ZZZ09999999999"));
});
