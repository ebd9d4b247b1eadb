import { expect, test } from "vitest";
import { chargesIn } from "./charges";

const entry = { amountCents: -1_300, isReversal: false, isReturned: false, supplement: "/OCMT/EUR10,00//CHGS/EUR3,00/" };

test.each([
  ["of the kind NRTI", { ...entry, isReturned: true }, "", ["166?00X"], 300],
  ["with the code 109", entry, "", ["109?00SEPA-LASTSCHR. RETOURE CORE"], 300],
  ["with the code 108", entry, "", ["108?00RETOURE"], 300],
  ["with the mark of a reversal", { ...entry, isReversal: true }, "", [], 300],
  ["with the amount in the text", { ...entry, supplement: "" }, "KUENDIGUNG OAMT+10,00", ["109?00X"], 300],
  ["without cents", { ...entry, supplement: "/OCMT/EUR10,/" }, "", ["109?00X"], 300],
  ["whose first amount is in another currency", { ...entry, supplement: "/OCMT/CHF12,00/" }, "", ["109?00X"], 0],
  ["without a first amount", { ...entry, supplement: "" }, "", ["109?00X"], 0],
  ["of the whole amount", { ...entry, supplement: "/OCMT/EUR13,00/" }, "", ["109?00X"], 0],
  ["of incoming money", { ...entry, amountCents: 1_300, isReversal: true }, "", ["109?00X"], 0],
])("a returned debit %s: charges within", (_which, given, text, narratives, expected) => {
  expect(chargesIn(given, text, narratives, "EUR").chargesCents ?? 0).toBe(expected);
});

test("an ordered payment with charges is one payment", () => {
  expect(chargesIn(entry, "", ["020?00UEBERWEISUNG", "1090?00X"], "EUR")).toEqual({});
});
