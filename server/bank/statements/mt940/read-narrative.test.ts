import { expect, test } from "vitest";
import { readNarrative } from "./read-narrative";

const read = (field: string) => readNarrative([field], { account: "12030000/0000202051", isCredit: true });
const PAYER = "?30COBADEFFXXX?31DE89370400440532013000?32Anna Beispiel";

test.each([
  ["behind a purpose code, the text goes on", "?20EREF+E1?21PURP+RINP?22RF318800033 Beitrag", "RF318800033 Beitrag"],
  ["a purpose code divided by a part's end, before another key", "?20EREF+E1?21PURP+RI?22NPSVWZ+RF318800033", "RF318800033"],
  ["PURP+ without a code is the payer's text", "?20SVWZ+PURP+RF318800033", "PURP+RF318800033"],
  ["PURP+ within a word is the payer's text", "?20SVWZ+Mitglied ROPURP+RF31?21 8800033", "Mitglied ROPURP+RF31 8800033"],
])("%s", (_, parts, text) => {
  expect(read(`166?00GUTSCHRIFT?10931${parts}${PAYER}`).text).toBe(text);
});

test.each([
  ["109?00SEPA-LASTSCHR. RETOURE CORE?20SVWZ+Beitrag", "SEPA-LASTSCHR. RETOURE CORE Beitrag"],
  ["108?00RUECKLASTSCHRIFT B2B?20SVWZ+Beitrag", "RUECKLASTSCHRIFT B2B Beitrag"],
  ["109?00RETOURE?20SVWZ+RETURN/REFUND Beitrag", "RETURN/REFUND Beitrag"],
  ["109?00LASTSCHRIFT?20SVWZ+Beitrag", "Beitrag"],
  ["105?00RETOURE?20SVWZ+Beitrag", "Beitrag"],
])("a returned debit is called one by its text, or by the kind of booking: %s", (field, text) => {
  expect(read(`${field}${PAYER}`).text).toBe(text);
});

test.each([
  [
    "an account behind the text",
    "SVWZ+RF318800033 Beitrag IBAN+DE89370400440532013000 BIC+COBADEFFXXX",
    { text: "RF318800033 Beitrag", iban: "DE89370400440532013000" },
  ],
  [
    "an account in groups, before the text",
    "EREF+E1 IBAN+DE89 3704 0044 0532 0130 00 Anna",
    { text: "Anna", iban: "DE89370400440532013000" },
  ],
  ["a word behind an account", "EREF+E1 IBAN+BE68539007547034 ANNA", { text: "ANNA", iban: "BE68539007547034" }],
  ["a number that is no IBAN", "SVWZ+Beitrag IBAN+532013000", { text: "Beitrag 532013000", iban: "" }],
  [
    "text behind identifiers",
    "MREF+M1 CRED+DE98ZZZ09999999999 RF318800033 Anna",
    { text: "RF318800033 Anna", creditorIdentifiers: ["DE98ZZZ09999999999"] },
  ],
  [
    "lines behind an identifier",
    "EREF+RF318800033\nAnna Beispiel\nDE89370400440532013000",
    { text: "Anna Beispiel DE89370400440532013000", endToEndId: "RF318800033" },
  ],
  ["an identifier alone, which stays in the text", "EREF+RF318800033", { text: "EREF+RF318800033", endToEndId: "RF318800033" }],
])("keys without numbered parts: %s", (_, field, right) => {
  expect(read(field)).toMatchObject(right);
});

test.each([
  [
    "the account for a refund, in the payer's words, is not the payer's",
    "?20SVWZ+RF318800033 zurueck?21 an IBAN: DE0212030000000020?222051 BIC: BYLADEM1001?310532013000",
    { iban: "0532013000" },
  ],
  ["a word with a colon in the payer's words is no identifier", "?20SVWZ+Rechnung EREF: 2026", { endToEndId: "" }],
  [
    "several keys of the bank behind the payer's words",
    "?20Beitrag EREF: E-1 IBAN: DE89?21370400440532013000 BIC: COB?22ADEFFXXX",
    { endToEndId: "E-1" },
  ],
  ["keys of the bank alone", "?20EREF: E-1?32Anna", { endToEndId: "E-1" }],
])("keys with colons: %s", (_, parts, right) => {
  expect(read(`166?00GUTSCHRIFT?10931${parts}`)).toMatchObject(right);
});
