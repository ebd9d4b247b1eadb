import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { booking, COLLECTED_ON, type DebitAtBank, givenDebitsAtBank, returned } from "@/server/testing/given-debits-at-bank";
import { mailsTo } from "@/server/testing/mails-to";
import { sendDueMessages } from "./send-due-messages";

type Language = (typeof locales)[number];

/** Returns the mail about a debit that the bank rejected with this code. */
async function mailAbout(code: string, locale: Language = "en", amounts?: number[]): Promise<string> {
  const { body } = await tellOf(
    (one, given) => given.report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: code }] }),
    {
      locale,
      ...(amounts && { amounts }),
    },
  );
  return body;
}

/** Returns the mail about what the bank reports of a debit, and the debit's account and mandate. */
async function tellOf(
  report: (one: DebitAtBank, given: Awaited<ReturnType<typeof givenDebitsAtBank>>) => Promise<unknown>,
  { locale = "en", amounts = [1_000] }: { locale?: Language; amounts?: number[] } = {},
) {
  const given = await givenDebitsAtBank([{ amounts }]);
  const [one] = given.debits as [DebitAtBank];
  await db.update(invoices).set({ locale }).where(eq(invoices.partnerId, given.partner.id));
  await report(one, given);
  await sendDueMessages(db, { kind: "mailbox" }, { scope: { partnerId: given.partner.id } });
  const told = await mailsTo(one.invoices[0]?.customerEmail ?? "");
  expect(told).toHaveLength(amounts.length);
  const { iban, mandateReference } = one.debit;
  return { subject: told.at(-1)?.subject ?? "", body: told.at(-1)?.body ?? "", iban: iban ?? "", mandateReference: mandateReference ?? "" };
}

test("a mail about a rejected debit names the debit, its day and its account, and asks to pay in another way", async () => {
  const { subject, body, iban, mandateReference } = await tellOf((one, given) =>
    given.report({ payments: [{ endToEndId: one.debit.endToEndId, status: "RJCT", reason: "AC04" }] }),
  );
  expect(subject).toMatch(/^Direct debit not carried out: invoice /);
  expect(body).toContain(`The direct debit of €10.00 planned for ${formatDay(COLLECTED_ON, "en", "long")} could not be carried out.`);
  expect(body).toContain("Nothing was debited, and nothing will be collected without a new announcement.");
  expect(body).toContain(`It was to be taken from the account with the IBAN that ends in ${iban.slice(-4)}.`);
  expect(body).toContain(`Your direct debit mandate ${mandateReference} is no longer valid.`);
  expect(body).toMatch(/Please pay €10\.00 in another way, by \d+ \w+ \d{4}\./);
  expect(body).not.toContain("Your payment");
});

test("a mandate that goes on is not called ended, and a debit of several invoices is named whole", async () => {
  const body = await mailAbout("AM04", "en", [1_000, 500]);
  expect(body).toContain(
    `The direct debit of €15.00 for several invoices, planned for ${formatDay(COLLECTED_ON, "en", "long")}, could not`,
  );
  expect(body).toMatch(/Of this, €(?:10|5)\.00 was for invoice \S+ \(/);
  expect(body).not.toContain("no longer valid");
});

test.each(locales)("a returned debit of several invoices is named whole in the mail about each: %s", async (locale) => {
  const { body } = await tellOf((one, given) => given.told940([booking(one), returned(one)]), { locale, amounts: [1_000, 500] });
  const [opening = ""] = body.replaceAll("\u00a0", " ").split("\n\n").slice(1);
  const whole = locale === "en" || locale === "nl" ? /€ ?15[.,]00.*€ ?(?:10|5)[.,]00/ : /15,00 €.* (?:10|5),00 €/;
  expect(opening).toMatch(whole);
});

test.each(locales)("a mail about a returned debit says so: %s", async (locale) => {
  const { subject, body } = await tellOf((one, given) => given.told940([booking(one), returned(one)]), { locale });
  const words = {
    de: ["Lastschrift von der Bank zurückgebucht", "die Lastschrift vom", "wurde von der Bank zurückgebucht", "auf anderem Weg"],
    en: ["Direct debit returned by the bank", "The direct debit of €10.00 on", "was returned by the bank", "in another way"],
    fr: ["Prélèvement rejeté par la banque", "Le prélèvement de", "a été rejeté par la banque", "par un autre moyen"],
    it: ["Addebito diretto stornato dalla banca", "l’addebito diretto di", "è stato stornato dalla banca", "in un altro modo"],
    nl: ["Incasso teruggeboekt door de bank", "De incasso van", "is door de bank teruggeboekt", "op een andere manier"],
  };
  const [title = "", ...told] = words[locale];
  expect(subject).toContain(title);
  for (const part of told) expect(body).toContain(part);
});

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
  expect(mail).toContain("could not be carried out");
  expect(mail).not.toContain("reason");
});

test.each(locales)("the reason is stated in the customer's language: %s", async (locale) => {
  const mail = await mailAbout("AC04", locale);
  const words = {
    de: "Die Bank nennt als Grund: Das Konto ist aufgelöst.",
    en: "The bank’s reason: the account is closed.",
    fr: "Motif de la banque\u00a0: le compte est clôturé.",
    it: "Motivo indicato dalla banca: il conto è chiuso.",
    nl: "De bank geeft als reden: de rekening is opgeheven.",
  };
  expect(mail).toContain(words[locale]);
  expect(mail).not.toMatch(/undefined|\{|\}/);
});
