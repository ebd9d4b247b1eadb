import { expect, test } from "vitest";
import { locales } from "@/server/domain/formats/locales";
import { loadMessages } from "./load";

test.each(locales)("in %s, the other side's account is called so wherever one's own account may be meant as well", async (locale) => {
  const { bank } = await loadMessages(locale);
  const { iban } = bank.csv.roles;
  expect(bank.facts.account).toBe(iban);
  expect(bank.statement.csv.iban).toBe(iban);
  expect([bank.facts.ownAccount, bank.statement.account]).not.toContain(iban);
});
