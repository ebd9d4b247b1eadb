import { expect, test } from "vitest";
import { db } from "@/db/client";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { askQuestion } from "@/server/customer-page/ask-question";
import { findCustomer } from "@/server/customer-page/find-customer";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";
import { keptMails } from "@/server/testing/given-mail-server";

const mailbox = { kind: "mailbox" } as const;
const written = (day: string) => formatDay(day, "en", "long");

/** Day of the second reminder, which has the fee. The last reminder follows eight days later. */
const CHARGED = feeDayAfter(35);

/** An invoice of 45.00 with a late-payment fee of 5.00, by default on the day of the last reminder, and the last day without the fee. */
async function givenCharged(until = CHARGED + 8) {
  const given = await givenCollected({
    settings: { latePaymentFeeCents: 500, reminder1Day: 4, reminder2Day: 22, reminder3Day: 30 },
    invoice: { locale: "en", directDebitIban: null },
    isSandbox: true,
  });
  for (const day of [0, 18, CHARGED, until]) {
    await jumpClock(given.partner, day);
    await given.collect(mailbox);
  }
  const freeUntil = (await given.outgoing()).find(({ kind }) => kind === "reminder1")?.graceUntil ?? "";
  const actor = { ...given.partner.actor, clockOffsetMs: until * DAY_MS };
  const pay = async (paidOn: string, amountCents = 5_000) => {
    const { lines } = await getInvoice(db, actor, given.invoice.id);
    const payment = { amountCents, reason: "Statement", mayExceed: true, paidOn };
    await recordExternalPayment(db, actor, given.invoice.id, lines.length, payment);
    await given.collect(mailbox);
    return (await keptMails(given.customerEmail)).at(-1);
  };
  return { ...given, freeUntil, pay };
}

test("a reminder with a fee says that it falls away if the rest was paid in time, and the receipt of one says why money is owed", async () => {
  const { customerEmail, freeUntil, pay } = await givenCharged();
  const last = (await keptMails(customerEmail)).at(-1);
  expect(last).toContain("The €50.00 includes collection costs (incassokosten) of €5.00.\n");
  expect(last).toContain(
    `or if you have already paid (please say when). If you paid the €45.00 by ${written(freeUntil)}, the collection costs will be taken off.`,
  );
  const receipt = await pay(freeUntil);
  expect(receipt).toContain(
    `Your payment of ${written(freeUntil)} was in time, so the collection costs of €5.00 no longer apply. Your invoice is paid, and you paid €5.00 too much.`,
  );
  expect(receipt).toContain("Please give your bank details on the invoice’s page, so that the money reaches you.");
});

test("a reminder names no sum for the fee to fall away once a part was paid late, and asks about the rest", async () => {
  const { partner, invoice, customerEmail, collect, pay, freeUntil } = await givenCharged(CHARGED + 1);
  await pay(addDays(freeUntil, 2), 300);
  await jumpClock(partner, CHARGED + 8);
  await collect(mailbox);
  const last = (await keptMails(customerEmail)).at(-1);
  expect(last).toContain("or if you have already paid the rest (please say when).");
  const { externalInvoiceNumber: number } = await getInvoice(db, partner.actor, invoice.id);
  expect(last).toContain(`If invoice ${number} was paid in full by ${written(freeUntil)}, the collection costs will be taken off.`);
});

test("the receipt of a late transfer says nothing about a fee", async () => {
  const { freeUntil, pay } = await givenCharged();
  const receipt = await pay(addDays(freeUntil, 1));
  expect(receipt).toContain("Nothing is left to pay on this invoice.");
  expect(receipt).not.toContain("was in time");
});

test("an answer names no day once the day that the newest message named is over", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, invoice.id)), null);
  if (!customer) throw new Error("The link opens nothing");
  await jumpClock(partner, 16);
  const clockOffsetMs = 16 * DAY_MS;
  await askQuestion(db, { ...customer, clockOffsetMs }, { message: "Is this right?" });
  await createTicket(db, { ...partner.actor, clockOffsetMs }, invoice.id, { message: "It is." });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toContain(
    "€45.00 is still to be paid.\n\nIf you have paid in the last few days, you do not need to do anything. If it was longer ago, please reply to this e-mail and say when.\n",
  );
});

test("an answer to a question about an invoice with a late fee says that the sum includes it", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCharged();
  const clockOffsetMs = (CHARGED + 8) * DAY_MS;
  const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, invoice.id)), null);
  if (!customer) throw new Error("The link opens nothing");
  await askQuestion(db, { ...customer, clockOffsetMs }, { message: "Why €50?" });
  await createTicket(db, { ...partner.actor, clockOffsetMs }, invoice.id, { message: "See below." });
  await collect(mailbox);
  expect((await keptMails(customerEmail)).at(-1)).toMatch(
    /€50\.00 is still to be paid, by \d+ \w+ \d{4}\. The €50\.00 includes collection costs \(incassokosten\) of €5\.00\.\n/,
  );
});

test("an answer says what is still to be paid, and after an objection that reminders follow again; while it is held, it says neither", async () => {
  const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  await collect(mailbox);
  const customer = await findCustomer(db, secretOf(await customerLink(db, partner.actor, invoice.id)), null);
  if (!customer) throw new Error("The link opens nothing");
  const newest = async () => {
    await collect(mailbox);
    return (await keptMails(customerEmail)).at(-1) ?? "";
  };
  await askQuestion(db, customer, { message: "Is this right?" });
  await createTicket(db, partner.actor, invoice.id, { message: "It is." });
  const answered = await newest();
  expect(answered).toContain("Pay €45.00: http");
  expect(answered).toMatch(/Amount due: €45\.00\r?\nPay by: \d+ \w+ \d{4}/);
  expect(answered).toMatch(/“Is this right\?”\n\n€45\.00 is still to be paid, by \d+ \w+ \d{4}\.\n\nIf you have already paid, /);

  await askQuestion(db, customer, { message: "It is not.", objects: true });
  await createTicket(db, partner.actor, invoice.id, { message: "We will look." });
  expect(await newest()).not.toContain("still to be paid");
  await createTicket(db, partner.actor, invoice.id, { message: "We have looked." });
  await resumeInvoice(db, partner.actor, invoice.id);
  expect(await newest()).toMatch(
    /€45\.00 is still to be paid, by \d+ \w+ \d{4}\.\n\nReminders were paused while your question was looked into\. From now on you will get them again until the €45\.00 is paid\./,
  );
});
