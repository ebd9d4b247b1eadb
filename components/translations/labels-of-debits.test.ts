import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Places of the labels that the table in `docs/debits.md` translates, in its order. */
const labels = [
  "shell.navigation.home",
  "shell.navigation.companies",
  "shell.navigation.imports",
  "shell.navigation.bank",
  "shell.navigation.settings",
  "shell.navigation.developers",
  "settings.sandbox.title",
  "settings.profile.news",
  "mandates.title",
  "mandates.upload.open",
  "mandates.upload.example",
  "mandates.history.ofPage",
  "mandates.columns.lastCollectedOn",
  "mandates.amend.confirm",
  "collection.title",
  "collection.fields.bankAccountId",
  "collection.fields.directDebit",
  "collection.fields.paymentMethods",
  "invoice.methods.sdd",
  "invoice.lineTypes.CHARGEBACK-FEE-LINE",
  "debits.title",
  "debits.show",
  "debits.list.announcement",
  "debits.notArrived.openShort",
  "debits.coming.make",
  "debits.coming.postpone.open",
  "debits.file.approve",
  "debits.file.download",
  "debits.file.withdraw",
  "debits.decide.has",
  "debits.decide.not",
  "debits.refused.withdraw",
  "debits.end.open",
  "debits.answers.open",
  "repeatedDebits.open",
  "invoice.hold.open",
  "bank.assign.open",
  "bank.takeBack",
  "bank.noted",
];

test("the guide to direct debits has the labels of the pages as they are, in each language", () => {
  const rows = labels.map((label) => `| ${["en", "de", "fr", "it", "nl"].map((language) => textOf(language, label)).join(" | ")} |`);
  expect(readFileSync("docs/debits.md", "utf8")).toContain(`\n${rows.join("\n")}\n`);
});

function textOf(language: string, label: string): string {
  const [file = "", ...keys] = label.split(".");
  const texts: unknown = JSON.parse(readFileSync(`components/translations/${language}/${file}.json`, "utf8"));
  const text = keys.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], texts);
  if (typeof text !== "string") throw new Error(`No text in ${language} at ${label}`);
  return text;
}
