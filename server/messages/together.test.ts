import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { runCollection } from "@/server/background/run-collection";
import { bankDayInAWeek } from "@/server/billing/collection/returned-payment";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { referenceOf } from "@/server/domain/banking/payment-reference";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { type Locale, locales } from "@/server/domain/formats/locales";
import { formatMoney } from "@/server/domain/formats/money";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCompany, givenImport, givenInvoice, givenPartner } from "@/server/testing/given";
import { jumpClock } from "@/server/testing/given-collection";
import { givenHouseholds, newAddress } from "@/server/testing/given-households";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mailsTo } from "@/server/testing/mails-to";
import { sayInMessage } from "./say-in-message";

const DUE_DAYS = 14;

/** Words of mails, with ordinary spaces. */
const say = (locale: Locale) => (key: string, values: Record<string, string | number>) =>
  sayInMessage[locale](key as "together.how", values).replaceAll("\u00a0", " ");

test.each(locales)(
  "a family gets each request, reminder and receipt as one mail about both invoices, with one late-payment fee, in %s",
  async (locale) => {
    const bank = await givenBankingCompany(await givenPartner({ isSandbox: true }));
    const { partner, company } = bank;
    const target = await givenImport(partner, { company });
    const customerEmail = `${newId()}@members.example`;
    const billed = (number: string, customerFirstName: string) =>
      givenInvoice(partner, { import: target, invoice: { externalInvoiceNumber: number, customerFirstName, customerEmail, locale } });
    const first = await billed("F-1", "Ada");
    const second = await billed("F-2", "Ben");
    const settings = { dueDays: DUE_DAYS, request2Day: 10, reminder1Day: 4, reminder2Day: 18, reminder3Day: 32, latePaymentFeeCents: 500 };
    await db.update(importSettings).set(settings).where(eq(importSettings.importId, target.id));
    await transmitImport(db, partner.actor, target.id);
    const collectOn = async (day: number) => {
      await jumpClock(partner, day);
      await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
    };
    const charged = feeDayAfter(DUE_DAYS + 31);
    for (const day of [0, 10, DUE_DAYS + 4, DUE_DAYS + 18, charged]) await collectOn(day);
    const owed = await Promise.all([first, second].map(async ({ id }) => (await getInvoice(db, partner.actor, id)).amountTotalCents));
    expect(owed).toEqual([5_000, 4_500]);
    await bank.told([{ cents: 9_500, reference: referenceOf(first.invoiceNumber, "creditor").code }]);
    await collectOn(charged + 1);

    const sent = await keptMails(customerEmail);
    expect(sent).toHaveLength(6);
    for (const mail of sent) {
      expect(mail).toMatch(/Ada Brandsma[\s\S]*Ben Brandsma/);
      expect(mail).toMatch(/F-1[\s\S]*F-2/);
      expect(mail).not.toMatch(/[{}]|together\.\w|messages\./);
    }
    const [request, , reminder, , withFee, receipt] = sent.map((mail) => mail.replace(/\s/g, " "));
    expect(request).toMatch(/90[.,]00/);
    // The fee is named before it is charged, and charged with the first reminder after the days of grace.
    expect(reminder).toMatch(/(?<!\d)5[.,]00/);
    expect(withFee).toMatch(/95[.,]00/);
    expect(receipt).toMatch(/95[.,]00/);
    const outgoing = await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id));
    expect(outgoing).toHaveLength(12);
    expect(outgoing.filter(({ state, carriedBy }) => state === "sent" && carriedBy !== null)).toHaveLength(6);
  },
);

const row = (amount: string, due: string) =>
  new RegExp(`\\n\\n[^\\n]*Ada Brandsma\\s?: ${amount}[^\\n]*${due}\\n[^\\n]*F-1[^\\n]*: https?://\\S+/i/[\\w-]{32}\\n\\n`);

describe.each(locales)("a household's mail in %s", (locale) => {
  const given = async (hasAccount: boolean) => {
    const partner = await givenPartner({ isSandbox: true });
    const company = hasAccount ? (await givenBankingCompany(partner)).company : await givenCompany(partner);
    const into = await givenImport(partner, { company });
    const customerEmail = `${newId()}@members.example`;
    for (const [number, customerFirstName] of [
      ["F-1", "Ada"],
      ["F-2", "Ben"],
    ])
      await givenInvoice(partner, { import: into, invoice: { externalInvoiceNumber: number, customerFirstName, customerEmail, locale } });
    await transmitImport(db, partner.actor, into.id);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
    const [mail] = await mailsTo(customerEmail);
    return { text: (mail?.body ?? "").replaceAll("\u00a0", " "), html: (mail?.html ?? "").replaceAll("\u00a0", " ") };
  };
  const due = formatDay(addDays(dayAt(new Date()), DUE_DAYS), `${locale}-NL`, "long");

  test("has a row for each invoice with its own link, and one button with the sum, which one transfer pays", async () => {
    const { text, html } = await given(true);
    for (const shown of [text, html]) expect(shown.match(/\/i\/[\w-]{32}/g)).toHaveLength(3);
    expect(new Set(text.match(/\/i\/[\w-]{32}/g)).size).toBe(2);
    expect(text).toMatch(row("\\D*45[.,]00", due));
    const sum = formatMoney(9_000, "EUR", locale, "NL").replaceAll("\u00a0", " ");
    expect(text).toContain(say(locale)("together.how", { way: "transfer", count: 2, amount: sum }));
    const buttons = [...html.matchAll(/background-color:#0b5c66[^>]*>([^<]*)/g)].map(([, label]) => label);
    expect(buttons).toEqual([say(locale)("together.pay", { amount: sum, count: 2, country: "NL" })]);
  });

  test("has no button for the sum if there is no account to transfer it to, because each page takes payments for its own invoice", async () => {
    const { text, html } = await given(false);
    for (const shown of [text, html]) expect(shown.match(/\/i\/[\w-]{32}/g)).toHaveLength(2);
    expect(text).toMatch(row("\\D*45[.,]00", due));
    expect(text).toContain(say(locale)("together.how", { way: "each", count: 2, amount: "" }));
    expect(html).not.toContain("background-color:#0b5c66");
  });
});

test("a row of a reminder names the day by which it was to be paid after a returned payment, not the due day", async () => {
  const customerEmail = newAddress();
  const { at, collectOn } = await givenHouseholds([{ customerEmail }, { customerEmail }], { settings: { reminder1Day: 4 } });
  const line = { description: null, paymentMethod: null };
  const on = (day: number) => new Date(Date.now() + day * DAY_MS);
  await collectOn(0);
  for (const index of [0, 1]) {
    await addLines(db, at(index), [
      { ...line, type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -4_500, date: on(2) },
      { ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date: on(10) },
    ]);
  }
  const named = bankDayInAWeek(dayAt(on(10)));
  await collectOn(daysFrom(dayAt(new Date()), named) + 4);
  const mail = (await mailsTo(customerEmail)).at(-1);
  expect(mail?.subject).toContain("Reminder: 2 invoices");
  const words = `€45.00, was to be paid by ${formatDay(named, "en", "long")}`;
  expect(mail?.body?.replaceAll("\u00a0", " ").split(words)).toHaveLength(3);
});

test("each row names what its own invoice is for if the import has no title of its own", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const into = await givenImport(partner, {});
  const customerEmail = `${newId()}@members.example`;
  for (const [number, description] of [
    ["F-1", "Rowing camp"],
    ["F-2", "Boat rental"],
  ] as const)
    await givenInvoice(partner, {
      import: into,
      invoice: {
        externalInvoiceNumber: number,
        customerEmail,
        locale: "en",
        lines: [{ id: null, amountCents: 4_500, description, date: null }],
      },
    });
  await transmitImport(db, partner.actor, into.id);
  await runCollection(db, { scope: { partnerId: partner.id }, transport: { kind: "mailbox" } });
  const [mail] = await keptMails(customerEmail);
  expect(mail).toMatch(/Rowing camp for Ada Brandsma: [\s\S]*invoice F-1: [\s\S]*Boat rental for Ada Brandsma: [\s\S]*invoice F-2: /);
});
