import { expect, test } from "vitest";
import { breaches, textRules } from "./text-rules.mjs";

const cases = textRules.flatMap((rule) => rule.languages.map((language) => ({ ...rule, language })));

test.each(cases)("in $language “$refused” is refused, because $why", ({ language, texts = "portal", refused, why }) => {
  expect(breaches(language, texts, "invoice.title", refused).join()).toContain(why);
});

test.each(cases)("in $language “$instead” keeps all rules", ({ language, texts = "portal", instead }) => {
  expect(breaches(language, texts, "invoice.title", instead)).toEqual([]);
});

test("a rule leaves other languages alone, and texts for other readers", () => {
  expect(breaches("en", "portal", "invoice.title", "Da pagare entro il {date}")).toEqual([]);
  expect(breaches("nl", "letters", "customer.title", "Voor uw collega’s")).toEqual([]);
  expect(breaches("nl", "portal", "ui.hours", "{hours, number} u")).toEqual([]);
});

test("a key that is excepted may break its rule, and no other key", () => {
  const open = "Puis-je payer plus tard, le …";
  expect(breaches("fr", "letters", "customer.questions.openings.time.text", open)).toEqual([]);
  expect(breaches("fr", "letters", "customer.done.asked", open)).toHaveLength(1);
});
