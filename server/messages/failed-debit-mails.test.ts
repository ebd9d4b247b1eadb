import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { locales } from "@/server/domain/formats/locales";
import { type DebitAtBank, givenDebitsAtBank } from "@/server/testing/given-debits-at-bank";
import { mailsTo } from "@/server/testing/mails-to";
import { sendDueMessages } from "./send-due-messages";

/** Returns the mail about a debit that the bank rejected with this code. */
async function mailAbout(code: string, locale: (typeof locales)[number] = "en"): Promise<string> {
  const given = await givenDebitsAtBank();
  const [one] = given.debits as [DebitAtBank];
  await db.update(invoices).set({ locale }).where(eq(invoices.partnerId, given.partner.id));
  await given.report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: code }] });
  await sendDueMessages(db, { kind: "mailbox" }, { scope: { partnerId: given.partner.id } });
  const [mail, ...others] = await mailsTo(one.invoices[0]?.customerEmail ?? "");
  expect(others).toEqual([]);
  return mail?.body ?? "";
}

test.each([
  ["AC04", "The bank’s reason: the account is closed."],
  ["AC15", "The bank’s reason: the account has another number now."],
  ["AM04", "The bank’s reason: there was not enough money in the account."],
  ["MD01", "The bank’s reason: there is no mandate."],
  ["SL01", "The bank’s reason: the direct debit was refused."],
])("a mail about a debit that the bank rejected with %s states: %s", async (code, words) => {
  expect(await mailAbout(code)).toContain(words);
});

test.each(["MS03", "MD07", "FF01", "XX99"])("one rejected with %s states no reason: there is none, or it is not told", async (code) => {
  const mail = await mailAbout(code);
  expect(mail).toContain("did not go through");
  expect(mail).not.toContain("reason");
});

test.each(locales)("the reason is stated in the customer's language: %s", async (locale) => {
  const mail = await mailAbout("AC04", locale);
  const words = {
    de: "Grund der Bank: Das Konto ist aufgelöst.",
    en: "The bank’s reason: the account is closed.",
    fr: "Motif de la banque\u00a0: le compte est clôturé.",
    it: "Motivo indicato dalla banca: il conto è chiuso.",
    nl: "Reden van de bank: de rekening is opgeheven.",
  };
  expect(mail).toContain(words[locale]);
  expect(mail).not.toMatch(/undefined|\{|\}/);
});
