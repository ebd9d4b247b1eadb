import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { type Connection, connect, db } from "@/db/client";
import { only } from "@/db/rows";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import { systemActor } from "@/server/actor";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { leaveHousehold } from "@/server/billing/households/change-household";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { env } from "@/server/env";
import { newId } from "@/server/platform/id";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { changesOf } from "@/server/testing/changes-of";
import { givenImport, givenInvoice, givenPartner, givenPayment } from "@/server/testing/given";
import { collectionOf, givenCollected } from "@/server/testing/given-collection";
import { answering, givenMailServer, keptMails } from "@/server/testing/given-mail-server";
import { composeMessage } from "./compose-message";
import { beginHandOver } from "./hand-over";
import { sendDueMessages } from "./send-due-messages";

givenMailServer();

const ALL_OF_IT = { amountCents: 4_500, reason: "Statement", mayExceed: false, paidOn: null };
const RETRACTION = { creditNoteNumber: "C-1", description: "Left", retractionReason: "Left", showRetractionReasonToCustomer: false };

/** A request to pay that has just been composed. */
async function givenComposed() {
  const { partner, invoice, outgoing, decide } = await givenCollected();
  await decide();
  const message = { ...only(await outgoing()), checkCode: newCheckCode() };
  const composed = await composeMessage(db, systemActor(partner), message);
  if (typeof composed === "string") throw new Error(`It is to be sent ${composed}`);
  return { partner, invoice, message, composed };
}

test("a composed request is handed over", async () => {
  const { message, composed } = await givenComposed();
  expect(await beginHandOver(db, message, composed)).toBe(true);
});

test("a composed request is not handed over if a payment has begun since", async () => {
  const { invoice, message, composed } = await givenComposed();
  await givenPayment(invoice);
  expect(await beginHandOver(db, message, composed)).toBe(false);
});

test("a composed request is not handed over if the invoice was held since", async () => {
  const { partner, invoice, message, composed } = await givenComposed();
  await holdInvoice(db, partner.actor, invoice.id, { kind: "stopped", reason: "Hardship" });
  expect(await beginHandOver(db, message, composed)).toBe(false);
});

/** A request to pay for two invoices of one payer, just composed: the first invoice's message, and the other invoice. */
async function givenComposedForTwo() {
  const partner = await givenPartner();
  const into = await givenImport(partner);
  const customerEmail = `${newId()}@members.example`;
  const [first, other] = [
    await givenInvoice(partner, { import: into, invoice: { customerEmail } }),
    await givenInvoice(partner, { import: into, invoice: { customerEmail } }),
  ];
  await transmitImport(db, partner.actor, into.id);
  await collectionOf(partner).decide();
  const [queued] = await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, first.id));
  const message = { ...only(queued ? [queued] : []), checkCode: newCheckCode() };
  const composed = await composeMessage(db, systemActor(partner), message);
  if (typeof composed === "string") throw new Error(`It is to be sent ${composed}`);
  expect(composed.included).toMatchObject([{ invoiceId: other.id }]);
  return { partner, other, message, composed };
}

type ForTwo = Awaited<ReturnType<typeof givenComposedForTwo>>;

test("a request for two invoices is handed over, and recorded on both", async () => {
  const { other, message, composed } = await givenComposedForTwo();
  expect(await beginHandOver(db, message, composed)).toBe(true);
  const going = await db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, other.id));
  expect(going).toMatchObject([{ state: "handing_over", carriedBy: message.id }]);
});

test.each<[string, (given: ForTwo) => Promise<unknown>]>([
  ["a payment of the other has begun", ({ other }) => givenPayment(other)],
  ["the other was held", ({ partner, other }) => holdInvoice(db, partner.actor, other.id, { kind: "stopped", reason: "Hardship" })],
  [
    "the other was credited",
    ({ partner, other }) => creditAmount(db, partner.actor, other.id, 1, { amountCents: 500, description: "Left" }),
  ],
  ["the other is asked for by itself", ({ partner, other }) => leaveHousehold(db, partner.actor, other.id)],
])("a request for two that was written is not handed over if since %s", async (_, change) => {
  const given = await givenComposedForTwo();
  await change(given);
  expect(await beginHandOver(db, given.message, given.composed)).toBe(false);
});

test.each<[string, (given: Awaited<ReturnType<typeof givenCollected>>) => Promise<unknown>]>([
  ["the invoice was paid", ({ partner, invoice }) => recordExternalPayment(db, partner.actor, invoice.id, 1, ALL_OF_IT)],
  ["the invoice was credited and retracted", ({ partner, invoice }) => creditAndRetractInvoice(db, partner.actor, invoice.id, RETRACTION)],
])("an answer that asks for an amount is written again, and sent, if since %s", async (_, change) => {
  const given = await givenCollected({ isSandbox: true, invoice: { locale: "en" } });
  const { partner, invoice, outgoing, collect } = given;
  await collect({ kind: "mailbox" });
  await createTicket(db, partner.actor, invoice.id, { message: "See you on Sunday." });
  const [queued] = (await outgoing()).filter(({ kind }) => kind === "answer");
  const message = { ...only(queued ? [queued] : []), checkCode: newCheckCode() };
  const compose = async () => {
    const composed = await composeMessage(db, systemActor(partner), message);
    if (typeof composed === "string") throw new Error(`It is to be sent ${composed}`);
    return composed;
  };
  const composed = await compose();
  expect(composed.mail.text).toContain("€45.00");
  await change(given);
  expect(await beginHandOver(db, message, composed)).toBe(false);
  const again = await compose();
  expect(again.mail.text).toContain("See you on Sunday.");
  expect(again.mail.text).not.toContain("€45.00");
  expect(await beginHandOver(db, message, again)).toBe(true);
});

test("the service is recorded as the author of a sent message", async () => {
  const { partner, collect } = await givenCollected();
  const changes = await changesOf(partner.id, () => collect());
  expect(changes).toContainEqual(expect.objectContaining({ kind: "message_added", actor: "system" }));
});

/** A connection that waits 200 ms for a lock, where the service waits 3 s (db/migrate.ts). */
async function givenImpatient(): Promise<Connection> {
  const connection = connect(env().DATABASE_URL, { max: 1 });
  await connection.db.execute(sql`set lock_timeout = '200ms'`);
  onTestFinished(() => connection.close());
  return connection;
}

/** Locks an invoice for half a second. Returns a promise of its release. */
async function hold(invoiceId: string): Promise<{ isOver: Promise<unknown> }> {
  const { promise: isHeld, resolve } = Promise.withResolvers<void>();
  const isOver = db.transaction(async (tx) => {
    await tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId)).for("update");
    resolve();
    await tx.execute(sql`select pg_sleep(0.5)`);
  });
  await isHeld;
  return { isOver };
}

test("a message whose invoice is locked for too long ends no run, and is sent in the same one", async () => {
  const { partner, invoice, customerEmail, outgoing, decide } = await givenCollected({ isSandbox: true });
  await decide();
  const sender = await givenImpatient();
  const { isOver } = await hold(invoice.id);
  expect(await sendDueMessages(sender.db, { kind: "mailbox" }, { scope: { partnerId: partner.id } })).toMatchObject({ sent: 1 });
  await isOver;
  expect(await outgoing()).toMatchObject([{ state: "sent", failures: 1 }]);
  expect(await keptMails(customerEmail)).toHaveLength(1);
});

test("a mail that was sent is recorded although its invoice is locked for too long", async () => {
  const { partner, invoice, outgoing, decide } = await givenCollected();
  await decide();
  const sender = await givenImpatient();
  let isOver: Promise<unknown> | undefined;
  const transport = answering(async (handOver) => {
    expect(await handOver()).toBe(true);
    ({ isOver } = await hold(invoice.id));
    return { state: "sent" };
  });
  expect(await sendDueMessages(sender.db, transport, { scope: { partnerId: partner.id } })).toMatchObject({ sent: 1 });
  await isOver;
  expect(await outgoing()).toMatchObject([{ state: "sent" }]);
});
