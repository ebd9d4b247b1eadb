import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { presentCollection } from "@/server/api/collection";
import { runCollection } from "@/server/background/run-collection";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { findCustomer } from "@/server/customer-page/find-customer";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { customerPageOf, readingFor } from "@/server/testing/customer-page-of";
import { givenCompany, givenImport, givenInvoice, givenPartner, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { secretOf } from "@/server/testing/given-customer";
import { keptMails } from "@/server/testing/given-mail-server";

const mailbox = { kind: "mailbox" } as const;
const inDays = (days: number) => addDays(dayAt(new Date()), days);
const written = (day: string) => formatDay(day, "en", "long");
/** The first day on which banks book from a week after so many days. */
const aWeekAfter = (days: number) => bankDayFrom(inDays(days + 7), "swiss");

/** An invoice of 45.00 that was paid, and asked for again because the payment was returned after so many days. */
async function givenReturned(on: number, options: Parameters<typeof givenCollected>[0] = {}) {
  const collected = await givenCollected({ isSandbox: true, ...options, invoice: { locale: "en", ...options.invoice } });
  const { partner, invoice, collect, customerEmail, outgoing } = collected;
  await collect(mailbox);
  const payment = await givenBegunPayment(partner, invoice, "ideal");
  await payment.decide("pay");
  await payment.follow();
  await collect(mailbox);
  await jumpClock(partner, on);
  const actor = { ...partner.actor, clockOffsetMs: on * DAY_MS };
  await payment.decide("charge_back");
  await Promise.all(times(3, payment.follow));
  return {
    ...collected,
    actor,
    mails: () => keptMails(customerEmail),
    collectOn: async (day: number) => {
      await jumpClock(partner, day);
      await collect(mailbox);
    },
    reminders: async () => (await outgoing()).filter(({ kind }) => kind.startsWith("reminder")),
    returned: async () => (await outgoing()).find(({ kind }) => kind === "payment_returned"),
  };
}

describe("after a returned payment", () => {
  test("a payment made on the day that the mail named, but booked after the fee, owes no fee; a day later it does", async () => {
    for (const [daysLate, credits] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const collected = await givenCollected({ isSandbox: true, settings: { latePaymentFeeCents: 500 }, invoice: { locale: "en" } });
      const { partner, invoice, collect } = collected;
      await collect(mailbox);
      await jumpClock(partner, 18);
      await collect(mailbox);
      const payment = await givenBegunPayment(partner, invoice, "ideal");
      await payment.decide("pay");
      await payment.follow();
      await jumpClock(partner, 40);
      await payment.decide("charge_back");
      await Promise.all(times(3, payment.follow));
      await collect(mailbox);
      await jumpClock(partner, 70);
      await collect(mailbox);
      const actor = { ...partner.actor, clockOffsetMs: 70 * DAY_MS };
      const { lines } = await getInvoice(db, actor, invoice.id);
      expect(lines.map(({ type }) => type)).toContain("LATE-PAYMENT-FEE-LINE");
      const reminder = (await keptMails(collected.customerEmail)).at(-1);
      expect(reminder).toContain(
        `If you have paid the €45.00 again since that payment was returned, please reply to this e-mail and say when. If that was by ${written(aWeekAfter(40))}, the collection costs will be taken off. If it was later, only €5.00 is left to pay.`,
      );
      expect(reminder).not.toContain("you do not need to do anything");
      const paidOn = addDays(aWeekAfter(40), daysLate);
      await recordExternalPayment(db, actor, invoice.id, lines.length, {
        amountCents: 4_500,
        reason: "Statement",
        mayExceed: true,
        paidOn,
      });
      const after = await getInvoice(db, actor, invoice.id);
      expect(after.lines.filter(({ type }) => type === "CREDIT-LINE")).toHaveLength(credits);
    }
  });

  test.each([
    ["once the invoice is overdue", 30],
    ["while the due day is nearer than a week", 12],
  ])("mail, page, paper, portal and interface name one day, and the first reminder leaves four days after it: %s", async (_, on) => {
    const { invoice, actor, mails, collectOn, reminders, returned } = await givenReturned(on);
    await collectOn(on);
    const by = aWeekAfter(on);
    expect((await mails()).at(-1)).toContain(`€45.00 is now to be paid. Please pay by ${written(by)}.`);
    expect(await returned()).toMatchObject({ state: "sent", payBy: by });

    const secret = secretOf(await customerLink(db, actor, invoice.id));
    const customer = await findCustomer(db, secret, null);
    if (!customer) throw new Error("The link opens nothing");
    const read = { secret, actor: { ...customer, clockOffsetMs: actor.clockOffsetMs } };
    const { described, reading } = await readingFor(read);
    const plan = await describePlan(db, actor, invoice.id);
    expect(plan?.payBy).toBe(by);
    const collection = presentCollection(await describeCollection(db, actor, invoice.id));
    expect(collection.pay_by).toBe(by);
    const page = await customerPageOf(read);
    expect(page).toContain(`Please pay by ${written(by)}`);
    expect(page).not.toMatch(/The invoice was due on|Due by/);
    expect(pdfContents(described, reading).facts.join("\n").replace(/\s/g, " ")).toContain(`Please pay by ${written(by)}`);

    const first = plan?.items[0];
    expect([first?.kind, first && dayAt(first.at)]).toEqual(["reminder1", addDays(by, 4)]);
    const last = daysFrom(inDays(0), by);
    await collectOn(last);
    await collectOn(last + 3);
    expect(await reminders()).toEqual([]);
    await collectOn(last + 4);
    expect(await reminders()).toMatchObject([{ kind: "reminder1", round: 1, state: "sent" }]);
    expect((await reminders())[0]?.payBy).toBe(plan?.items[1] && addDays(dayAt(plan.items[1].at), -1));
    const reminder = (await mails()).at(-1);
    expect(reminder).toContain(`was to be paid by ${written(by)}.`);
    expect(reminder).toMatch(
      new RegExp(`\n\nYour payment of ${written(inDays(0))} was returned on ${written(inDays(on))}\\. [^\n]*please pay €45\\.00 by `),
    );
    expect(reminder).toContain("If you have paid again in the last few days, you do not need to do anything.");
    expect(reminder).not.toContain("If you have already paid");
  });

  test("a mail that leaves days later gives a week from then, and the reminders move with it", async () => {
    const { partner, invoice, mails, collectOn } = await givenReturned(30);
    await collectOn(35);
    const by = aWeekAfter(35);
    expect((await mails()).at(-1)).toContain(`Please pay by ${written(by)}.`);
    const [collected] = await findCollectedInvoices(db, partner.id, [invoice.id]);
    expect(collected?.returnNamed).toBe(by);
    const plan = await describePlan(db, { ...partner.actor, clockOffsetMs: 35 * DAY_MS }, invoice.id);
    expect(plan?.items[0] && dayAt(plan.items[0].at)).toBe(addDays(by, 4));
  });

  test("a reminder that was waiting to be sent when the payment was returned is not sent, also after the named day", async () => {
    const collected = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
    const { partner, invoice, collect, decide, sendDue, outgoing } = collected;
    const reminders = async () => (await outgoing()).filter(({ kind }) => kind.startsWith("reminder"));
    await collect(mailbox);
    await jumpClock(partner, 18);
    await decide();
    expect(await reminders()).toMatchObject([{ kind: "reminder1", round: 0, state: "waiting" }]);
    const payment = await givenBegunPayment(partner, invoice, "ideal");
    await payment.decide("pay");
    await payment.follow();
    await payment.decide("charge_back");
    await Promise.all(times(3, payment.follow));
    const last = daysFrom(inDays(0), aWeekAfter(18));
    await jumpClock(partner, last + 1);
    await sendDue(mailbox);
    expect(await reminders()).toMatchObject([{ round: 0, state: "cancelled" }]);
    await jumpClock(partner, last + 4);
    await collect(mailbox);
    expect((await reminders()).slice(1)).toMatchObject([{ kind: "reminder1", round: 1, state: "sent" }]);
  });

  test("a mail that the customer's server refused named nothing: the reminders count from the day of a mail in time", async () => {
    const { partner, invoice, returned } = await givenReturned(30);
    await db
      .update(outgoingMessages)
      .set({ state: "refused", payBy: inDays(60) })
      .where(and(eq(outgoingMessages.partnerId, partner.id), eq(outgoingMessages.id, (await returned())?.id ?? "")));
    const plan = await describePlan(db, { ...partner.actor, clockOffsetMs: 30 * DAY_MS }, invoice.id);
    expect(plan?.items[0] && dayAt(plan.items[0].at)).toBe(addDays(aWeekAfter(30), 4));
  });
});

test("a family's reminders leave an invoice out whose payment was returned: it gets its own, from the first on, and no mail is milder than one before", async () => {
  const partner = await givenPartner({ isSandbox: true });
  const target = await givenImport(partner, { company: await givenCompany(partner) });
  const customerEmail = `${newId()}@members.example`;
  const billed = (externalInvoiceNumber: string, customerFirstName: string) =>
    givenInvoice(partner, { import: target, invoice: { externalInvoiceNumber, customerEmail, customerFirstName, locale: "en" } });
  const first = await billed("F-1", "Ada");
  const second = await billed("F-2", "Ben");
  const days = { dueDays: 14, request2Day: null, reminder1Day: 4, reminder2Day: 18, reminder3Day: 32, latePaymentFeeCents: 250 };
  await db.update(importSettings).set(days).where(eq(importSettings.importId, target.id));
  await transmitImport(db, partner.actor, target.id);
  const collectOn = async (day: number) => {
    await jumpClock(partner, day);
    await runCollection(db, { scope: { partnerId: partner.id }, transport: mailbox });
    return (await keptMails(customerEmail)).at(-1) ?? "";
  };
  await collectOn(0);
  const line = { description: null, paymentMethod: null };
  await addLines(db, second, [{ ...line, type: "PAYMENT-LINE", paymentMethod: "ideal", amountCents: -4_500, date: new Date() }]);
  await jumpClock(partner, 29);
  await addLines(db, second, [{ ...line, type: "CHARGEBACK-LINE", amountCents: 4_500, date: new Date(Date.now() + 29 * DAY_MS) }]);
  const actor = { ...partner.actor, clockOffsetMs: 29 * DAY_MS };
  const named = daysFrom(inDays(0), aWeekAfter(29));
  const mail = await collectOn(32);
  expect(named).toBeGreaterThan(32);
  expect(mail).toContain("F-1");
  const [asking, alsoOpen] = mail.split("Another invoice is also unpaid, and not included in this amount:");
  expect(asking).not.toMatch(/\bF-2\b/);
  expect(alsoOpen).toContain("F-2");
  expect((await describePlan(db, actor, second.id))?.items[0]?.at.getTime()).toBeGreaterThan(Date.now() + named * DAY_MS);
  const reminder = await collectOn(named + 4);
  const [later, otherOpen] = reminder.split("Another invoice is also unpaid, and not included in this amount:");
  expect(later).toContain("F-2");
  expect(later).not.toMatch(/\bF-1\b/);
  expect(otherOpen).toContain("F-1");
  for (const day of [46, named + 18, named + 32]) await collectOn(day);
  const rows = (await db.select().from(outgoingMessages).where(eq(outgoingMessages.partnerId, partner.id)))
    .filter(({ kind }) => kind.startsWith("reminder"))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const { id } of [first, second]) {
    const own = rows.filter(({ invoiceId }) => invoiceId === id);
    expect(own.map(({ kind }) => kind)).toEqual(["reminder1", "reminder2", "reminder3"]);
  }
  // One fee, though no mail asked for both.
  const fees = await Promise.all([first, second].map(async ({ id }) => (await getInvoice(db, partner.actor, id)).lines));
  expect(fees.flat().filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE")).toHaveLength(1);
});
