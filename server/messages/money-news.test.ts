import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { addAmount } from "@/server/billing/collection/add-amount";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { groupIban } from "@/server/domain/banking/group-iban";
import { dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenImport, givenPartner, givenTicket } from "@/server/testing/given";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { keptMails } from "@/server/testing/given-mail-server";
import { givenOwed, orderOwed, PAYER } from "@/server/testing/given-refund-file";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";

const mailbox = { kind: "mailbox" } as const;

describe("a customer whose payment the bank returned", () => {
  test.each([
    ["AM04", "The bank’s reason: there was not enough money in the account."],
    ["MD06", "The bank’s reason: the direct debit was objected to."],
    ["MD07", undefined],
  ])("is told the reason %s, the fee, and where to pay again: %s", async (returnReason, reason) => {
    const bank = await givenBankingCompany(await givenPartner({ isSandbox: true }));
    const customerEmail = `${newId()}@members.example`;
    const into = await givenImport(bank.partner, { company: bank.company });
    await db.update(importSettings).set({ chargebackFeeCents: 750 }).where(eq(importSettings.importId, into.id));
    const { invoice, reference } = await givenBilled(bank, { import: into, invoice: { customerEmail, locale: "en" } });
    await transmitImport(db, bank.partner.actor, into.id);
    await bank.told([{ cents: 4_500, reference }]);
    await bank.told([{ cents: -4_500, isReversal: true, returnReason }], { id: "2" });
    const [payment] = await db.select().from(payments).where(eq(payments.invoiceId, invoice.id));
    const reversal = (await bank.transactions()).at(-1);
    await takePaymentBack(db, bank.partner.actor, { transactionId: reversal?.id ?? "", seenDecisions: 0 }, [payment?.id ?? ""]);
    await runCollection(db, { scope: { partnerId: bank.partner.id }, transport: mailbox });

    const returned = (await keptMails(customerEmail)).find((mail) => mail.startsWith("Subject: Your payment was returned"));
    expect(returned).toContain("was reversed by the bank, so this amount is unpaid again.");
    expect(returned).toMatch(/Invoice \S+ is unpaid again\. It will not be collected again automatically\./);
    if (reason) expect(returned).toContain(reason);
    else expect(returned).not.toContain("The bank’s reason");
    expect(returned?.includes("if in doubt, ask your bank, which also knows the reason.")).toBe(!reason);
    expect(returned).toContain("A returned-payment fee of €7.50 is added.");
    expect(returned).toMatch(/€52\.50 is now to be paid\. Please pay by \d+ \w+ \d{4}\./);
    expect(returned).toContain("Pay €52.50: ");
    expect(returned).toMatch(/Amount due: €52\.50\r?\nPay by: \d+ \w+ \d{4}/);
    expect(returned).toContain("If you have paid the €45.00 again in the meantime, only €7.50 is left to pay.");
    expect(returned).toContain(`IBAN: ${groupIban(bank.iban, " ")}`);
  });
});

test("a customer who gets money back by transfer is told the account, shortened, and when it arrives", async () => {
  const given = await givenOwed();
  const customerEmail = `${newId()}@members.example`;
  await db
    .update(invoices)
    .set({ customerEmail, locale: "en" })
    .where(and(eq(invoices.partnerId, given.partner.id), eq(invoices.id, given.invoice.id)));
  const { items } = await orderOwed(given);
  await given.told([{ cents: -500, endToEndId: items[0]?.endToEndId, iban: PAYER, bankReference: "P1" }], { id: "P1" });
  await runCollection(db, { scope: { partnerId: given.partner.id }, transport: mailbox });
  const refunded = (await keptMails(customerEmail)).find((mail) => mail.startsWith("Subject: Refund of €5.00"));
  expect(refunded).toContain("The money went to the account NL20 … 4567. It usually arrives within one working day.");
  expect(refunded).not.toContain(PAYER);
});

test("a receipt asks for nothing while collection is stopped", async () => {
  const { partner, invoice, customerEmail, collect, outgoing } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await holdInvoice(db, partner.actor, invoice.id, { kind: "stopped", reason: "Under dispute" });
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 2_000, reason: "Statement", mayExceed: false });
  await collect(mailbox);
  const receipt = (await keptMails(customerEmail)).at(-1);
  expect(receipt).toContain("€25.00 of this invoice is not paid yet. You do not need to do anything now");
  expect(receipt).not.toMatch(/please pay|Pay €/i);
  expect((await outgoing()).find(({ kind }) => kind === "payment_received")).toMatchObject({ payBy: null });
});

test("an answer quotes the question, shortened, and a message without a question quotes nothing", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await createTicket(db, partner.actor, invoice.id, { message: "Welcome back." });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).not.toContain("Your question was");
  await givenTicket(invoice, { message: `May I pay\nin two parts? ${"word ".repeat(100)}` });
  await createTicket(db, partner.actor, invoice.id, { message: "You may." });
  await collect(mailbox);
  const [, quoted = ""] = /You may\.\n\nYour question was: “(.+)”/.exec((await keptMails(customerEmail)).at(-1) ?? "") ?? [];
  expect(quoted).toMatch(/^May I pay in two parts\? word .+ word…$/);
  expect(quoted.length).toBeLessThanOrEqual(300);
  expect(await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id))).toHaveLength(3);
});

test("a customer whose paid invoice is cancelled is told what they paid, and whom to ask", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: "Statement", mayExceed: false });
  const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: "Left", showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  await collect(mailbox);
  const withdrawn = (await keptMails(customerEmail)).find((mail) => mail.includes("was cancelled"));
  expect(withdrawn).toContain(
    "). You have nothing more to pay for it.\n\nYou paid €45.00 for it.\n\nIf you would like this money back, please reply to this e-mail: Rowing Club Northbank will answer you.",
  );
});

test("a customer who paid too much for an invoice that is cancelled is told what they are owed, and whom to ask for the rest", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 6_000, reason: "Statement", mayExceed: true });
  const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: "Left", showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  await collect(mailbox);
  const withdrawn = (await keptMails(customerEmail)).find((mail) => mail.includes("was cancelled"));
  expect(withdrawn).toContain(
    "You paid €60.00 for it. Of this, €15.00 is more than you had to pay. Rowing Club Northbank will pay it to you",
  );
  expect(withdrawn).toContain("If you would like the other €45.00 back, please reply to this e-mail");
});

test("an added amount of which nothing is left to pay says why", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 6_000, reason: "Statement", mayExceed: true });
  const add = async (amountCents: number, lines: number) => {
    await addAmount(db, partner.actor, invoice.id, lines, { amountCents, description: "Cap" });
    await collect(mailbox);
    return (await keptMails(customerEmail)).filter((mail) => mail.includes("(Cap)")).at(-1);
  };
  expect(await add(500, 2)).toContain("You do not need to pay it: even with it, you have paid €10.00 too much.");
  expect(await add(1_000, 3)).toContain(
    "Nothing is left to pay on this invoice, because what you had already paid covers this amount as well.",
  );
});

test("a credit note says for what, then what is owed, and only then asks for the account; after a part of it, what is still owed", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    isSandbox: true,
    invoice: {
      locale: "en",
      directDebitIban: null,
      amountTotalCents: -2_500,
      lines: [{ id: null, amountCents: -2_500, description: "Left early", date: null }],
    },
  });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toMatch(
    /: .+ has sent you a credit note for €25\.00\. You have nothing to pay\.\n\nYou are owed €25\.00\. .+ Please give your bank details/,
  );
  await recordRefund(db, partner.actor, invoice.id, { lines: 1, refunds: 0 }, { amountCents: 500, reason: "Statement" });
  await collect(mailbox);
  const refunded = (await keptMails(customerEmail)).at(-1) ?? "";
  expect(refunded).toMatch(
    /\n\n\S.+ paid back €5\.00 to you on \d+ \w+ \d{4} for credit note \S+ \(Left early for .+\)\. If this money has not reached you in a few days, please reply to this e-mail\.\n\n/,
  );
  expect(refunded).toContain("You are still owed €20.00.");
  expect(refunded).toContain("Please give your bank details on the credit note’s page, so that the remaining €20.00 reaches you.");
  expect(refunded).not.toMatch(/invoice/i);
});

test("a sum that the reminder asked for, paid in time, costs no fee although an amount was added since", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    isSandbox: true,
    settings: { latePaymentFeeCents: 250 },
    invoice: { locale: "en", customerCountryCode: "IE" },
  });
  const on = async (day: number) => {
    await jumpClock(partner, day);
    await collect(mailbox);
  };
  const at = (day: number) => ({ ...partner.actor, clockOffsetMs: day * DAY_MS });
  for (const day of [0, 18]) await on(day);
  await addAmount(db, at(20), invoice.id, 1, { amountCents: 1_000, description: "Club shirt" });
  await recordExternalPayment(db, at(22), invoice.id, 2, { amountCents: 4_500, reason: "Statement", mayExceed: false });
  for (const day of [22, 34, 48, 62]) await on(day);
  const { lines } = await getInvoice(db, partner.actor, invoice.id);
  expect(lines.map(({ type }) => type)).toEqual(["INVOICE-LINE", "INVOICE-LINE", "PAYMENT-LINE"]);
  const mails = await keptMails(customerEmail);
  expect(mails.at(-1)).toContain("please pay €10.00 by");
  for (const mail of mails.slice(-2)) expect(mail).not.toContain("late fee");
});

test("after a pause beyond the last free day, the last reminder says that the fee named before is not added", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    isSandbox: true,
    settings: { latePaymentFeeCents: 250, dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 20, reminder3Day: 34 },
    invoice: { locale: "en", customerCountryCode: "IE" },
  });
  const on = async (day: number) => {
    await jumpClock(partner, day);
    await collect(mailbox);
  };
  for (const day of [0, 18]) await on(day);
  const actor = { ...partner.actor, clockOffsetMs: 24 * DAY_MS };
  const until = dayAt(new Date(Date.now() + 40 * DAY_MS));
  await holdInvoice(db, actor, invoice.id, { kind: "paused", until, reason: "On holiday" });
  for (const day of [41, 55, 70]) await on(day);
  const { lines } = await getInvoice(db, partner.actor, invoice.id);
  expect(lines.map(({ type }) => type)).toEqual(["INVOICE-LINE"]);
  const mails = await keptMails(customerEmail);
  expect(mails.at(-1)).toContain("The late fee mentioned earlier has not been added.");
  expect(mails.filter((mail) => mail.includes("mentioned earlier"))).toHaveLength(1);
});

test("an amount that is added after a reminder names the fee to come, what is due and by when, and what is left if the rest was paid", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({
    isSandbox: true,
    settings: { latePaymentFeeCents: 250 },
    invoice: { locale: "en", customerCountryCode: "IE" },
  });
  for (const day of [0, 18]) {
    await jumpClock(partner, day);
    await collect(mailbox);
  }
  const actor = { ...partner.actor, clockOffsetMs: 18 * DAY_MS };
  await addAmount(db, actor, invoice.id, 1, { amountCents: 1_000, description: "Club shirt" });
  await collect(mailbox);
  const added = (await keptMails(customerEmail)).at(-1) ?? "";
  expect(added).toContain("has added €10.00 (Club shirt) to invoice");
  const [, day] = /€55\.00 is now to be paid\. Please pay by (.+)\.\n/.exec(added) ?? [];
  expect(added).toContain(
    `Whether a late fee is added depends only on the earlier €45.00 (without the €10.00 added since): pay that by ${day} and there is none. After that, a late fee of €2.50 will be added. `,
  );
  expect(added).toContain("If you have already paid the earlier €45.00, only €10.00 is left to pay.");
  expect(added).toMatch(new RegExp(`Amount due: €55\\.00\\r?\\nPay by: ${day}`));
  await jumpClock(partner, feeDayAfter(33));
  await collect(mailbox);
  await jumpClock(partner, 60);
  await collect(mailbox);
  const charged = (await keptMails(customerEmail)).at(-1) ?? "";
  expect(charged).toMatch(/ reminder about invoice \S+ from [\w ]+\. Of the €57\.50, €45\.00 was to be paid by \d+ \w+ \d{4}\./);
  expect(charged).toMatch(/If you paid the €45\.00 by \d+ \w+ \d{4}, the late fee will be taken off\./);
});

test.each([
  ["both mails are written at once", false],
  ["the other mail has left before the second is written", true],
])("of two amounts added before a mail leaves, the mails name no earlier sum, which none has asked for: %s", async (_, isLater) => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await addAmount(db, partner.actor, invoice.id, 1, { amountCents: 1_000, description: "Club shirt" });
  await addAmount(db, partner.actor, invoice.id, 2, { amountCents: 500, description: "Cap" });
  if (isLater) {
    const { partnerId, kind, aboutId, nextAttemptAt } = outgoingMessages;
    const [last] = await db
      .select({ aboutId })
      .from(outgoingMessages)
      .where(and(eq(partnerId, partner.id), eq(kind, "amount_added")));
    const wait = (interval: string) =>
      db
        .update(outgoingMessages)
        .set({ nextAttemptAt: sql`${nextAttemptAt} + ${interval}::interval` })
        .where(and(eq(partnerId, partner.id), eq(aboutId, last?.aboutId ?? "")));
    await wait("1 hour");
    await collect(mailbox);
    await wait("-1 hour");
  }
  await collect(mailbox);
  const added = (await keptMails(customerEmail)).filter((mail) => /has added €/.test(mail));
  expect(added).toHaveLength(2);
  for (const mail of added) {
    expect(mail).toContain("€60.00 is now to be paid.");
    expect(mail).not.toContain("earlier €50.00");
  }
  await addAmount(db, partner.actor, invoice.id, 3, { amountCents: 200, description: "Socks" });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toContain("If you have already paid the earlier €60.00, only €2.00 is left to pay.");
});

test("whether another amount was added is asked of the invoice alone", async () => {
  const other = await givenCollected({ isSandbox: true });
  await other.collect(mailbox);
  await addAmount(db, other.partner.actor, other.invoice.id, 1, { amountCents: 700, description: "Cap" });
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await addAmount(db, partner.actor, invoice.id, 1, { amountCents: 1_000, description: "Club shirt" });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toContain("If you have already paid the earlier €45.00, only €10.00 is left to pay.");
});

test("a credit names the sum before it only if nothing was recorded since", async () => {
  const words = "If you have already paid the €";
  const mailAfter = async (then: (actor: Actor, invoiceId: string) => Promise<unknown>) => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
    await collect(mailbox);
    await creditAmount(db, partner.actor, invoice.id, 1, { amountCents: 1_000, description: "Discount" });
    await then(partner.actor, invoice.id);
    await collect(mailbox);
    return (await keptMails(customerEmail)).find((mail) => mail.includes("has taken €10.00 off"));
  };
  expect(await mailAfter(async () => {})).toContain(`${words}45.00, you do not need to do anything`);
  const pay = (actor: Actor, invoiceId: string) =>
    recordExternalPayment(db, actor, invoiceId, 2, { amountCents: 2_000, reason: "Statement", mayExceed: false, paidOn: null });
  expect(await mailAfter(pay)).not.toContain(words);
});

test("a receipt for a payment on a cancelled invoice does not say that the invoice is paid", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: "Left", showRetractionReasonToCustomer: false };
  await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
  await recordExternalPayment(db, partner.actor, invoice.id, 2, { amountCents: 4_500, reason: "Statement", mayExceed: true, paidOn: null });
  await collect(mailbox);
  const receipt = (await keptMails(customerEmail)).find((mail) => mail.includes("received your payment of €45.00")) ?? "";
  expect(receipt).toContain("You are owed €45.00.");
  expect(receipt).toContain("This is how the sum is made up: €45.00 paid, less €45.00 invoiced, plus €45.00 taken off.");
  expect(receipt).not.toContain("invoice is paid");
});

test("German goes on with a small letter behind the greeting's comma, and with a capital one without it", async () => {
  for (const [salutation, thanks] of [
    ["", ",\n\nvielen Dank."],
    ["Liebes Mitglied", "Liebes Mitglied\n\nVielen Dank."],
  ] as const) {
    const { partner, invoice, customerEmail, collect } = await givenCollected({
      isSandbox: true,
      settings: { salutation },
      invoice: { locale: "de" },
    });
    await collect(mailbox);
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 2_000, reason: "Statement", mayExceed: false });
    await collect(mailbox);
    expect((await keptMails(customerEmail)).at(-1)).toContain(thanks);
  }
});

test("a request after a part payment says that the invoice is not paid in full, and how the sum comes about", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 2_000, reason: "Statement", mayExceed: false });
  await jumpClock(partner, 10);
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toMatch(
    /has not been paid in full yet\.\s+The €25\.00 is made up as follows: €45\.00 invoiced, less €20\.00 paid\./,
  );
});
