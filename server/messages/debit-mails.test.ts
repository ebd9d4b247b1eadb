import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { addAmount } from "@/server/billing/collection/add-amount";
import { restDueOn } from "@/server/billing/collection/rest-of-debit";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { locales } from "@/server/domain/formats/locales";
import { regionalLocale } from "@/server/domain/formats/regional-locale";
import { givenDebits } from "@/server/testing/given-debit";

const mailbox = { kind: "mailbox" } as const;

describe("the announcement of a direct debit", () => {
  test.each(locales)("names the sum, the day, the account and the mandate, and asks for nothing: %s", async (locale) => {
    const given = await givenDebits({ invoices: [{ locale }] });
    await given.collect(mailbox);
    const [debit] = await given.debits();
    const [mail, ...others] = await given.mailsTo(given.customerEmail);
    expect(others).toEqual([]);
    const day = formatDay(debit?.collectOn ?? "", regionalLocale(locale, given.company.countryCode), "long");
    expect(mail?.subject).toContain(day);
    expect(mail?.subject).toContain("45");
    expect(mail?.subject).toContain("2026-0001");
    for (const part of [
      day,
      given.mandate?.reference,
      given.mandate?.iban.slice(-4),
      "Ada Brandsma",
      "DE98ZZZ09999999999",
      "Rowing Club Northbank",
    ]) {
      expect(mail?.body).toContain(part);
    }
    expect(mail?.body).not.toContain(given.mandate?.iban);
    expect(mail?.body).not.toMatch(/undefined|\{|\}/);
  });

  test("in English reads", async () => {
    const given = await givenDebits();
    await given.collect(mailbox);
    const [debit] = await given.debits();
    const day = formatDay(debit?.collectOn ?? "", "en", "long");
    const [mail] = await given.mailsTo(given.customerEmail);
    expect(mail?.subject).toBe(`Direct debit of €45.00 on ${day}, invoice 2026-0001 from Rowing Club Northbank`);
    expect(mail?.body).toContain(`Rowing Club Northbank will collect €45.00 by direct debit on ${day}. You do not need to do anything.`);
    expect(mail?.body).toMatch(/Amount to be collected: €45\.00\r?\nDay of the debit: /);
    expect(mail?.body).not.toMatch(/please pay|Pay €|IBAN: |Payment reference/);
  });

  test("names the fee that the company charges if the bank returns it, and none if it charges none", async () => {
    const said = /If your bank returns the direct debit, .+ a fee of €3\.75 may be added\./;
    for (const chargebackFeeCents of [375, 0]) {
      const given = await givenDebits({ settings: { chargebackFeeCents } });
      await given.collect(mailbox);
      const [mail] = await given.mailsTo(given.customerEmail);
      expect(said.test(mail?.body ?? "")).toBe(chargebackFeeCents > 0);
    }
  });

  test("is one mail for a family, which lists each member's invoice with its sum and greets nobody by name", async () => {
    const members = [
      { customerFirstName: "Ada", customerLastName: "Brandsma", amountCents: 4_500 },
      { customerFirstName: "Bo", customerLastName: "Brandsma", amountCents: 2_000, externalInvoiceNumber: "2026-0002" },
    ];
    const given = await givenDebits({ invoices: members });
    await given.collect(mailbox);
    const [mail, ...others] = await given.mailsTo(given.customerEmail);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("€65.00");
    expect(mail?.body).toContain("2 invoices: Rowing Club Northbank will collect €65.00 by direct debit");
    expect(mail?.body).toMatch(/Ada Brandsma: €45\.00[\s\S]*Bo Brandsma: €20\.00/);
    expect(mail?.body).not.toContain("Dear Ada");
  });

  test("for a family has one link for each invoice, which names it", async () => {
    const members = [{}, { customerFirstName: "Bo", externalInvoiceNumber: "2026-0002" }];
    const given = await givenDebits({ invoices: members });
    await given.collect(mailbox);
    const [mail] = await given.mailsTo(given.customerEmail);
    expect(mail?.body?.match(/^.+: http.+\/i\/.+$/gm)).toEqual([
      expect.stringContaining("View invoice 2026-0001: "),
      expect.stringContaining("View invoice 2026-0002: "),
    ]);
  });
});

test("an amount that is added to an announced debit is not part of it, and the mail says so", async () => {
  const given = await givenDebits();
  await given.collect(mailbox);
  await addAmount(db, given.partner.actor, given.invoice.id, 1, { amountCents: 50_000, description: "Boat" });
  await given.collect(mailbox);
  const mail = (await given.mailsTo(given.customerEmail)).at(-1);
  expect(mail?.body).toContain("€45.00 will be collected by direct debit on ");
  const [debit] = await given.debits();
  const day = formatDay(restDueOn(debit?.collectOn ?? ""), "en", "long");
  expect(mail?.body).toContain(`Another €500.00 is not part of this direct debit and is to be paid by ${day}`);
  expect(mail?.body).not.toContain("You do not need to do anything");
});

test("the cancellation is sent to customers who were told: that the mandate has ended, and by when to pay in another way", async () => {
  const given = await givenDebits({ settings: { request1Day: 0, request2Day: null } });
  await given.collect(mailbox);
  const [debit] = await given.debits();
  await withdrawMandate(db, given.partner.actor, given.mandate?.id ?? "");
  await given.collect(mailbox);
  const mails = await given.mailsTo(given.customerEmail);
  const mail = mails.find(({ subject }) => subject?.startsWith("No direct debit"));
  expect(mail?.subject).toBe("No direct debit for invoice 2026-0001 from Rowing Club Northbank");
  const day = formatDay(debit?.collectOn ?? "", "en", "long");
  expect(mail?.body).toContain(`the direct debit of €45.00 that Rowing Club Northbank announced for ${day} will not take place.`);
  expect(mail?.body).toContain(
    `Your direct debit mandate ${given.mandate?.reference} is no longer valid. Please pay €45.00 in another way, by `,
  );
  expect(mail?.body).toMatch(/Pay €45\.00: [\s\S]*Amount due: €45\.00\r?\nPay by: /);
});

test("the cancellation for an invoice that staff have paused asks for nothing before the end of the pause", async () => {
  const given = await givenDebits();
  await given.collect(mailbox);
  const until = addDays(dayAt(new Date()), 20);
  await holdInvoice(db, given.partner.actor, given.invoice.id, { kind: "paused", until, reason: "Injured" });
  await given.collect(mailbox);
  const mail = (await given.mailsTo(given.customerEmail)).at(-1);
  expect(mail?.subject).toContain("No direct debit");
  const after = formatDay(addDays(until, 1), "en", "long");
  expect(mail?.body).toContain(
    `€45.00 of this invoice is not paid yet. You do not need to do anything now: you will not get reminders about it before ${after}. After that, you will get an e-mail that says how and by when to pay.`,
  );
  expect(mail?.body).not.toMatch(/please pay|Pay €/i);
});

test("another message states what is still collected, and asks for nothing", async () => {
  const given = await givenDebits();
  await given.collect(mailbox);
  await creditAmount(db, given.partner.actor, given.invoice.id, null, { amountCents: 1_500, description: "Half a season" });
  await given.collect(mailbox);
  await given.collect(mailbox);
  const mail = (await given.mailsTo(given.customerEmail)).at(-1);
  expect(mail?.subject).toContain("€15.00 taken off invoice 2026-0001");
  expect(mail?.body).toContain("€30.00 will be collected by direct debit on");
  expect(mail?.body).not.toMatch(/please pay|Pay €/i);
});
