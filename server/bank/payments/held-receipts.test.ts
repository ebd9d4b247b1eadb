import { and, eq, sql } from "drizzle-orm";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { loadMessages } from "@/components/translations/load";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { quietUntil } from "@/server/billing/collection/earliest-demand";
import { roundOf } from "@/server/billing/collection/plan";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { wordingOf } from "@/server/customer-page/document/reading";
import { getSupportConversation } from "@/server/desk/support/get-support-conversation";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";
import { type CaseWords, caseFile } from "@/server/desk/timeline/case-file";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { lineNameOf, undoneBy } from "@/server/domain/words/line-names";
import { newId } from "@/server/platform/id";
import { givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember, givenSupporter } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { bookAsSeen, setAside } from "./decide-transaction";
import { setCategory } from "./set-category";
import { undoDecision } from "./undo-decision";

const mailServer = givenMailServer();

/** A person at the desk, a payment without a reference, and invoices that it may be for. */
async function given({ locale = "en", cents = 4_500 }: { locale?: "de" | "en" | "fr" | "it" | "nl"; cents?: number } = {}) {
  const bank = await givenBankingCompany();
  const { actor, person } = await givenMember(bank.partner, { role: "administrator" });
  const customerEmail = `${newId()}@members.example`;
  const { invoice } = await givenBilled(bank, { invoice: { customerEmail, locale } });
  await bank.told([{ cents, name: "Somebody", text: "membership" }]);
  const transactionId = (await bank.transactions()).at(-1)?.id ?? "";
  let decisions = 0;
  const seen = () => {
    decisions += 1;
    return { transactionId, seenDecisions: decisions - 1 };
  };
  const scope = { partnerId: bank.partner.id };
  return {
    ...bank,
    actor,
    person,
    invoice,
    customerEmail,
    book: (invoiceId = invoice.id, amountCents = cents, by: Actor = actor) => bookAsSeen(db, by, seen(), [{ invoiceId, amountCents }]),
    undo: () => undoDecision(db, actor, seen()),
    send: () => runCollection(db, { scope }),
    told: bank.told,
    /** Messages about a payment: receipts, and corrections after a wrong booking. */
    mails: (to = customerEmail) =>
      mailServer
        .received(to)
        .flatMap((data) => (data.includes("received your payment") ? "receipt" : data.includes("by mistake") ? "correction" : [])),
    /** Simulates that this many minutes pass. */
    pass: (minutes: number) =>
      db
        .update(outgoingMessages)
        .set({
          nextAttemptAt: sql`${outgoingMessages.nextAttemptAt} - make_interval(mins => ${minutes}::int)`,
          heldUntil: sql`${outgoingMessages.heldUntil} - make_interval(mins => ${minutes}::int)`,
        })
        .where(and(eq(outgoingMessages.partnerId, bank.partner.id), eq(outgoingMessages.state, "waiting"))),
    receipts: () =>
      db
        .select()
        .from(outgoingMessages)
        .where(and(eq(outgoingMessages.partnerId, bank.partner.id), eq(outgoingMessages.kind, "payment_received"))),
  };
}

describe("the receipt of a booking at the desk", () => {
  test("is sent once the person has done nothing there for two minutes", async () => {
    const { book, send, pass, mails } = await given();
    await book();
    await send();
    expect(mails()).toEqual([]);
    await pass(2);
    await send();
    await send();
    expect(mails()).toEqual(["receipt"]);
  });

  test("waits while the person works, and is sent ten minutes after the booking", async () => {
    const { actor, book, send, pass, mails, transactions, told } = await given();
    await book();
    await told([{ cents: 100, name: "Nobody", text: "hello" }], { id: "2" });
    const other = (await transactions()).at(-1)?.id ?? "";
    for (let act = 0; act < 9; act += 1) {
      await pass(1);
      await setAside(db, actor, { transactionId: other, seenDecisions: act }, act % 2 === 0 ? "later" : "open");
      await send();
    }
    expect(mails()).toEqual([]);
    await pass(1);
    await setAside(db, actor, { transactionId: other, seenDecisions: 9 }, "later");
    await send();
    expect(mails()).toEqual(["receipt"]);
  });

  test("waits while the person sorts payments into categories", async () => {
    const { actor, book, send, pass, mails, transactions, told } = await given();
    await book();
    await told([{ cents: -38_000, name: "Landlord", text: "rent" }], { id: "2" });
    const rent = (await transactions()).at(-1)?.id ?? "";
    await pass(1);
    await setCategory(db, actor, { transactionId: rent, seenDecisions: 0 }, { category: "rent", text: null });
    await pass(1);
    await send();
    expect(mails()).toEqual([]);
    await pass(1);
    await send();
    expect(mails()).toEqual(["receipt"]);
  });

  test("is not postponed by a colleague's work", async () => {
    const { partner, book, send, pass, mails, transactions, told } = await given();
    await book();
    await told([{ cents: 100, name: "Nobody", text: "hello" }], { id: "2" });
    const { actor: colleague } = await givenMember(partner, { role: "administrator" });
    await pass(1);
    await setAside(db, colleague, { transactionId: (await transactions()).at(-1)?.id ?? "", seenDecisions: 0 }, "later");
    await pass(1);
    await send();
    expect(mails()).toEqual(["receipt"]);
  });

  test("of a payment booked, undone and booked correctly is sent once, to the right customer", async () => {
    const { partner, company, customerEmail, book, undo, send, pass, mails, receipts } = await given();
    const right = `${newId()}@members.example`;
    const { invoice: other } = await givenBilled({ partner, company }, { invoice: { customerEmail: right, locale: "en" } });
    await book();
    expect(await undo()).toEqual({ toldCustomers: 0 });
    await book(other.id);
    await pass(2);
    await send();
    expect(mails(customerEmail)).toEqual([]);
    expect(mails(right)).toEqual(["receipt"]);
    expect((await receipts()).map(({ state }) => state).sort()).toEqual(["cancelled", "sent"]);
  });

  test("is sent once, or withdrawn, if senders and an Undo run at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      const { book, undo, send, pass, mails } = await given();
      await book();
      await pass(2);
      const [undone] = await Promise.all([undo(), send(), send()]);
      await send();
      // A correction waits a minute for a receipt that is being sent.
      await pass(2);
      await send();
      expect(mails()).toEqual(undone.toldCustomers > 0 ? ["receipt", "correction"] : []);
    }
  });

  test("of a booking by the service is sent immediately", async () => {
    const bank = await givenBankingCompany();
    const customerEmail = `${newId()}@members.example`;
    const { reference } = await givenBilled(bank, { invoice: { customerEmail, locale: "en" } });
    await bank.told([{ cents: 4_500, reference }]);
    await runCollection(db, { scope: { partnerId: bank.partner.id } });
    expect(mailServer.received(customerEmail).filter((data) => data.includes("received your payment"))).toHaveLength(1);
  });
});

describe("a booking that is undone after its receipt was sent", () => {
  test.each(["de", "en", "fr", "it", "nl"] as const)("is taken back by one mail, in %s, which says what is open again", async (locale) => {
    const { invoice, customerEmail, book, undo, send, pass } = await given({ locale });
    await book();
    await pass(2);
    await send();
    expect(await undo()).toEqual({ toldCustomers: 1 });
    await send();
    await send();
    const { en, de, fr, it, nl } = { en: "by mistake", de: "irrt", fr: "par erreur", it: "per errore", nl: "per vergissing" };
    const corrections = mailServer.received(customerEmail).filter((data) => data.includes({ en, de, fr, it, nl }[locale]));
    expect(corrections).toHaveLength(1);
    expect(corrections[0]).toContain(locale === "en" ? "45.00" : "45,00");
    const told = await db
      .select({ kind: outgoingMessages.kind, state: outgoingMessages.state })
      .from(outgoingMessages)
      .where(and(eq(outgoingMessages.invoiceId, invoice.id), eq(outgoingMessages.kind, "booking_undone")));
    expect(told).toEqual([{ kind: "booking_undone", state: "sent" }]);
  });

  test("on several invoices at one address is corrected by one mail that names each", async () => {
    const { partner, company, actor, invoice, customerEmail, send, pass, told, transactions } = await given();
    const { invoice: second } = await givenBilled({ partner, company }, { amountCents: 2_000, invoice: { customerEmail, locale: "en" } });
    await told([{ cents: 6_500, name: "Somebody", text: "both" }], { id: "2" });
    const transactionId = (await transactions()).at(-1)?.id ?? "";
    const parts = [
      { invoiceId: invoice.id, amountCents: 4_500 },
      { invoiceId: second.id, amountCents: 2_000 },
    ];
    await bookAsSeen(db, actor, { transactionId, seenDecisions: 0 }, parts);
    await pass(2);
    await send();
    expect(await undoDecision(db, actor, { transactionId, seenDecisions: 1 })).toEqual({ toldCustomers: 2 });
    await send();
    const corrections = mailServer.received(customerEmail).filter((data) => data.includes("by mistake"));
    expect(corrections).toHaveLength(1);
    expect(corrections[0]).toContain(invoice.externalInvoiceNumber);
    expect(corrections[0]).toContain(second.externalInvoiceNumber);
    expect(corrections[0]).toContain("65.00");
  });
});

test("after an Undo, reminders do not start again, and nothing is demanded for a day", async () => {
  const { partner, invoice, book, undo } = await given();
  const collected = async () => (await findCollectedInvoices(db, partner.id, [invoice.id]))[0];
  await book();
  await undo();
  const after = await collected();
  expect(after && roundOf(after)).toBe(0);
  expect(after && quietUntil(after)?.getTime()).toBeGreaterThan(Date.now());
  expect(after?.lines.map(({ type, isUndone }) => [type, isUndone])).toEqual([
    ["INVOICE-LINE", false],
    ["PAYMENT-LINE", false],
    ["CHARGEBACK-LINE", true],
  ]);
});

test("every place that names the line calls it an undone booking, with the person's name; the customer reads that it was a mistake", async () => {
  const { partner, person, invoice, book, undo } = await given();
  await assignToSupport(db, partner.actor, invoice.id);
  await book();
  await undo();
  const say = createTranslator({ locale: "en", messages: await loadMessages("en"), namespace: "customer" });
  const record = await describeInvoice(db, partner.actor, invoice.id);
  const [line] = record.lines.filter(({ type }) => type === "CHARGEBACK-LINE");
  expect(record.undoneLines).toEqual([{ id: line?.id, byName: person.name }]);
  expect(line && wordingOf(line, record, say)).toBe("Recorded by mistake, removed");
  const ofSupport = (await getSupportConversation(db, await givenSupporter(), invoice.id)).invoice;
  for (const shown of [record, ofSupport])
    expect(shown.lines.map((each) => [lineNameOf(each, shown), undoneBy(each, shown)])).toEqual([
      ["INVOICE-LINE", undefined],
      ["PAYMENT-LINE", undefined],
      ["undone", person.name],
    ]);
  const words = new Proxy({}, { get: () => new Proxy({}, { get: (_, key) => String(key) }) }) as CaseWords;
  expect(await caseFile(db, partner.actor, invoice.id, "en", words)).toContain('"undone"');
  const timeline = await listTimeline(db, partner.actor, invoice.id);
  expect(timeline).toContainEqual(expect.objectContaining({ kind: "undone", byName: person.name, amountCents: 4_500 }));
  expect(timeline.map(({ kind }) => kind)).not.toContain("chargeback");
});
