import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { imports } from "@/db/schema/imports";
import { mails } from "@/db/schema/mails";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { addLines } from "@/server/billing/invoices/add-lines";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import type { InvoiceDetails, Line } from "@/server/billing/invoices/invoice";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { formatDay } from "@/server/domain/formats/dates";
import { forgetEnv } from "@/server/env";
import { spellCheckCode } from "@/server/platform/mail/check-code";
import { changesOf } from "@/server/testing/changes-of";
import { feeDayAfter } from "@/server/testing/fee-day";
import { givenImport, givenInvoice, givenPartner, givenPayment, givenTicket, times } from "@/server/testing/given";
import { collectionOf, givenCollected, jumpClock } from "@/server/testing/given-collection";
import { answering, givenMailServer, keptMails } from "@/server/testing/given-mail-server";

const mailServer = givenMailServer();

/** Mails to an address: those sent, and for sandboxes those stored in the service. */
const received = async (email: string) => [...mailServer.received(email), ...(await keptMails(email))];

const subjects = async (email: string) => (await received(email)).map((data) => /^Subject: (.*)/m.exec(data)?.[1]);

const detailsOf = ({ partnerId, id }: InvoiceDetails) => getInvoice(db, { ...actorOf(partnerId) }, id);

const actorOf = (partnerId: string) =>
  ({ kind: "system", id: null, partnerId, companyIds: null, clockOffsetMs: 0, requestId: null }) as const;

const event = (type: Line["type"], amountCents: number): Omit<Line, "id"> => ({
  type,
  amountCents,
  description: null,
  date: new Date(),
  paymentMethod: type === "PAYMENT-LINE" ? "ideal" : null,
});

describe("a transmitted invoice", () => {
  test("is requested by a mail from the company in the customer's language, which is recorded and announced", async () => {
    const { partner, invoice, customerEmail, outgoing, collect } = await givenCollected({
      invoice: { locale: "de" },
      settings: { personalNote: "Bis bald <am> Steg." },
    });

    const changes = await changesOf(partner.id, async () => {
      await collect();
      await collect();
    });

    expect(await received(customerEmail)).toHaveLength(1);
    const [data = ""] = await received(customerEmail);
    expect(data).toMatch(/^From: "?Rowing Club Northbank"? <no-reply@portal\.example>/m);
    expect(data).toMatch(/^Reply-To: "?Rowing Club Northbank"? <office@northbank\.example>/m);
    expect(data).toMatch(/^Subject: Ihre Rechnung 2026-0001 von Rowing Club Northbank/m);
    expect(data).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(data).toContain("Guten Tag Ada Brandsma,");
    const unfolded = data.replaceAll(/=\r?\n/g, "");
    expect(unfolded).toContain("Bis bald <am> Steg.");
    expect(unfolded).toContain("Bis bald &lt;am&gt; Steg.");
    expect(unfolded).not.toMatch(/<(img|script|link)/);
    const link = await customerLink(db, partner.actor, invoice.id);
    expect(unfolded.split(link)).toHaveLength(3);
    const [{ checkCode } = { checkCode: null }] = await outgoing();
    expect(unfolded.split(spellCheckCode(checkCode ?? "none"))).toHaveLength(3);
    expect(unfolded).toContain(`href=3D"https://portal.example/genuine"`);
    const [message] = (await detailsOf(invoice)).messages;
    expect(message).toMatchObject({ type: "EMAIL", description: "Ihre Rechnung 2026-0001 von Rowing Club Northbank" });
    expect(data).toContain(`Message-ID: <${message?.id}@portal.example>`);
    expect(changes.map(({ kind }) => kind)).toEqual(["message_added"]);
  });

  test("is reminded day by day as planned, with one fee, and its total is the sum of its lines", async () => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({
      settings: { latePaymentFeeCents: 500 },
      invoice: { locale: "en" },
      isSandbox: true,
    });
    const sentOn: Record<number, number> = {};
    for (let day = 0; day <= 60; day += 1) {
      await jumpClock(partner, day);
      const before = (await received(customerEmail)).length;
      await collect();
      if ((await received(customerEmail)).length > before) sentOn[day] = (await received(customerEmail)).length - before;
    }

    expect(sentOn).toEqual({ 0: 1, 10: 1, 18: 1, 32: 1, [feeDayAfter(45)]: 1 });
    expect((await subjects(customerEmail)).map((subject) => subject?.split(":")[0]?.slice(0, 15))).toEqual([
      "Your invoice 20",
      "Invoice 2026-00",
      "Reminder",
      "Second reminder",
      "Final reminder",
    ]);
    const [, , reminder1, reminder2, reminder3] = (await received(customerEmail)).map((mail) => mail.replaceAll("=\r\n", ""));
    const lastDay = formatDay(addDays(dayAt(new Date()), 45), "en", "long");
    expect(reminder1).toContain(`You have until ${lastDay} in any case.`);
    expect(reminder2).toContain(`Pay by ${lastDay} and there are no collection costs`);
    for (const reminder of [reminder1, reminder2]) {
      expect(reminder).toMatch(/After that, collection costs of .+5\.00 will be added/);
      expect(reminder).not.toContain("includes collection costs");
    }
    expect(reminder3).toContain("includes collection costs");
    const { amountTotalCents, lines } = await detailsOf(invoice);
    expect(lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE")).toMatchObject([{ amountCents: 500 }]);
    expect(amountTotalCents).toBe(5_000);
  });

  test("whose import has no settings, because it was transmitted before the service collected, gets no messages", async () => {
    const partner = await givenPartner();
    const target = await givenImport(partner);
    const invoice = await givenInvoice(partner, { import: target, invoice: { customerEmail: "old@members.example" } });
    await db.execute(sql`delete from import_settings where import_id = ${target.id}`);
    await transmitImport(db, partner.actor, target.id);
    await collectionOf(partner).collect();
    expect(await received("old@members.example")).toEqual([]);
    expect((await detailsOf(invoice)).messages).toEqual([]);
  });

  test("is queued by one row, regardless of the number of the import's invoices", async () => {
    const partner = await givenPartner();
    const target = await givenImport(partner);
    await Promise.all(times(3, () => givenInvoice(partner, { import: target })));
    await transmitImport(db, partner.actor, target.id);
    const begun = await db.execute(sql`select import_id from collection_starts where partner_id = ${partner.id}`);
    const taken = await db.execute(sql`select from collections where partner_id = ${partner.id}`);
    expect([begun.length, taken.length]).toEqual([1, 0]);
    const [row] = await db.select().from(imports).where(eq(imports.id, target.id));
    expect(row?.transmittedAt).not.toBeNull();
  });

  test("is neither queued for a message nor charged while no mail can be sent", async () => {
    vi.stubEnv("SMTP_URL", "");
    forgetEnv();
    const { outgoing, collect } = await givenCollected();
    await collect();
    expect(await outgoing()).toEqual([]);
  });

  test("in a sandbox has its messages recorded as sent, with and without a mail server, and no mail leaves", async () => {
    const withServer = await givenCollected({ isSandbox: true });
    await withServer.collect();
    vi.stubEnv("SMTP_URL", "");
    forgetEnv();
    const withoutServer = await givenCollected({ isSandbox: true });
    await withoutServer.collect();
    for (const { customerEmail, invoice, outgoing } of [withServer, withoutServer]) {
      expect(mailServer.received(customerEmail)).toEqual([]);
      expect(await db.select().from(mails).where(eq(mails.recipient, customerEmail))).toMatchObject([{ sentAt: expect.any(Date) }]);
      expect(await outgoing()).toMatchObject([{ state: "sent" }]);
      expect((await detailsOf(invoice)).messages).toHaveLength(1);
    }
  });
});

describe("no reminder is sent about", () => {
  const acts: [string, (invoice: InvoiceDetails) => Promise<unknown>][] = [
    ["what was paid", (invoice) => addLines(db, invoice, [event("PAYMENT-LINE", -4_500)])],
    ["what was credited", (invoice) => addLines(db, invoice, [event("CREDIT-LINE", -4_500)])],
    [
      "what was retracted",
      (invoice) =>
        creditAndRetractInvoice(db, actorOf(invoice.partnerId), invoice.id, {
          creditNoteNumber: "1",
          description: "Left",
          retractionReason: null,
          showRetractionReasonToCustomer: false,
        }),
    ],
  ];

  test.each(acts)("%s, if that happened before the message was decided", async (_, act) => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true });
    await collect();
    await act(invoice);
    await jumpClock(partner, 60);
    await collect();
    expect(await received(customerEmail)).toHaveLength(1);
  });

  test.each(acts)("%s, if that happened between the decision and the sending", async (_, act) => {
    const { invoice, customerEmail, outgoing, collect, decide } = await givenCollected();
    await decide();
    await act(invoice);
    await collect();
    expect(await received(customerEmail)).toEqual([]);
    expect(await outgoing()).toMatchObject([{ kind: "request1", state: "cancelled" }]);
    expect((await detailsOf(invoice)).messages).toEqual([]);
  });

  test.each(acts)("%s, if that happened while the mail server waits for the contents", async (_, act) => {
    const { invoice, outgoing, decide, sendDue } = await givenCollected();
    await decide();
    const handedOver: boolean[] = [];
    const transport = answering(async (handOver) => {
      await act(invoice);
      handedOver.push(await handOver());
      return { state: "not_handed_over" };
    });
    await sendDue(transport);
    expect(handedOver).toEqual([false]);
    expect(await outgoing()).toMatchObject([{ state: "cancelled" }]);
  });

  test("an invoice with a payment in progress, until the payment has failed", async () => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ isSandbox: true });
    await collect();
    const payment = await givenPayment(invoice);
    await jumpClock(partner, 10);
    await collect();
    expect(await received(customerEmail)).toHaveLength(1);
    await db.execute(sql`update payments set status = 'failed' where id = ${payment.id}`);
    await collect();
    expect(await received(customerEmail)).toHaveLength(2);
  });
});

test("a chargeback starts the reminders again", async () => {
  const { partner, invoice, customerEmail, outgoing, collect } = await givenCollected({ isSandbox: true });
  await collect();
  await addLines(db, invoice, [event("PAYMENT-LINE", -4_500)]);
  await addLines(db, invoice, [event("CHARGEBACK-LINE", 4_500)]);
  await jumpClock(partner, 18);
  await collect();
  expect(await received(customerEmail)).toHaveLength(2);
  expect((await outgoing()).map(({ kind, round, state }) => [kind, round, state])).toEqual([
    ["request1", 0, "sent"],
    ["reminder1", 1, "sent"],
  ]);
});

describe("an answer", () => {
  test("reaches the customer by mail; archiving the conversation sends nothing", async () => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ invoice: { locale: "en" } });
    await collect();
    await givenTicket(invoice);
    await createTicket(db, partner.actor, invoice.id, { message: "Yes, <gladly>.\nIn two parts." });
    await archiveTickets(db, partner.actor, invoice.id);
    await collect();
    await collect();

    const [, answer = "", ...more] = await received(customerEmail);
    expect(more).toEqual([]);
    expect(answer).toMatch(/^Subject: Answer to your question about invoice 2026-0001 from/m);
    expect(answer).toContain("Yes, <gladly>.");
    expect((await detailsOf(invoice)).messages).toHaveLength(2);
  });

  test("is called a message if the customer asked nothing", async () => {
    const { partner, invoice, customerEmail, collect } = await givenCollected({ invoice: { locale: "en" } });
    await collect();
    await createTicket(db, partner.actor, invoice.id, { message: "Your card is ready." });
    await collect();

    const [, message = ""] = await received(customerEmail);
    expect(message).toMatch(/^Subject: Message about invoice 2026-0001 from Rowing Club Northbank/m);
    expect(message).not.toContain("your question");
  });

  test("is not mailed before the customer knows of the invoice", async () => {
    const partner = await givenPartner();
    const invoice = await givenInvoice(partner, { invoice: { customerEmail: "open@members.example" } });
    await createTicket(db, partner.actor, invoice.id, { message: "Welcome" });
    await collectionOf(partner).collect();
    expect(await received("open@members.example")).toEqual([]);
  });
});

test("due work is found using indexes only", async () => {
  const plans = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return Promise.all([
      tx.execute(
        sql`explain select c.invoice_id from collections c where c.partner_id = 'x' and c.next_at <= now() order by c.next_at limit 200`,
      ),
      tx.execute(sql`explain select partner_id, id from outgoing_messages where state = 'waiting' and next_attempt_at <= now()
        order by next_attempt_at limit 1 for update skip locked`),
    ]);
  });
  const [collections = "", outgoing = ""] = plans.map((plan) => JSON.stringify(plan));
  expect(collections).toMatch(/collections_due.*Index Cond: .*next_at <= now\(\)/);
  expect(outgoing).toMatch(/outgoing_messages_due.*Index Cond: .*next_attempt_at <= now\(\)/);
});
