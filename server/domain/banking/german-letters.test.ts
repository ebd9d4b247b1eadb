import { expect, test } from "vitest";
import { isGermanAccount, spellUmlauts } from "./german-letters";

test.each([
  ["Björn Böhm", "Bjoern Boehm"],
  ["Ärzteverein Krüger", "Aerzteverein Krueger"],
  ["RUDERVEREIN KRÜGER", "RUDERVEREIN KRUEGER"],
  ["TSÜ", "TSUE"],
  ["Bo\u0308hm", "Boehm"],
  ["Straße, José", "Straße, José"],
])("%s is spelled %s", (text, spelled) => {
  expect(spellUmlauts(text)).toBe(spelled);
});

test("accounts of German-speaking countries are German ones", () => {
  expect(["DE02", "AT61", "CH93", "LI21", "NL20"].map(isGermanAccount)).toEqual([true, true, true, true, false]);
});
