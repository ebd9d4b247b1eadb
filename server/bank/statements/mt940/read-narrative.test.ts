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
