import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { DAY_MS } from "@/server/domain/formats/time";
import { changesOf } from "@/server/testing/changes-of";
import { givenPayment, times } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected, jumpClock } from "@/server/testing/given-collection";
import { answering, givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { sendAgain } from "./send-again";
import type { Transport } from "./transport";

const mailServer = givenMailServer();

/** The contents are sent, then the server falls silent. */
const silent = answering(async (handOver) =>
  (await handOver()) ? { state: "unknown", failure: "ETIMEDOUT" } : { state: "not_handed_over" },
);

const refusing = answering(async () => ({ state: "refused", failure: "550" }));

/** An invoice whose first request was sent by this transport, and a member of the partner. */
async function givenOver(transport: Transport) {
  const collected = await givenCollected();
  await collected.collect(transport);
  const { actor } = await givenMember(collected.partner, { name: "Clara Weiß" });
  const [message] = await collected.outgoing();
  const send = () => sendAgain(db, actor, collected.invoice.id, message?.id ?? "");
  const received = () => mailServer.received(collected.customerEmail);
  return { ...collected, actor, id: message?.id ?? "", send, received };
}

describe("a message", () => {
  test.each([
    ["with an unknown outcome", silent, "unknown"],
    ["that was refused", refusing, "refused"],
  ] as const)("%s goes once more when a person says so, as the same one, and stands on the invoice once", async (_, transport, state) => {
    const { partner, actor, invoice, id, outgoing, send, received, collect } = await givenOver(transport);
    expect(await outgoing()).toMatchObject([{ state }]);

    const changes = await changesOf(partner.id, async () => {
      await send();
      await collect();
      await collect();
    });

    expect(received()).toHaveLength(1);
    expect(received()[0]).toContain(`Message-ID: <${id}@`);
    expect(await outgoing()).toMatchObject([{ state: "sent", failure: null }]);
    expect((await getInvoice(db, actor, invoice.id)).messages.map((message) => message.id)).toEqual([id]);
    expect(changes[0]).toMatchObject({ kind: "message_sent_again", actor: `person:${actor.id}`, recordId: invoice.id });
    const timeline = await listTimeline(db, actor, invoice.id);
    expect(timeline).toContainEqual(expect.objectContaining({ kind: "message_sent_again", by: { kind: "person", name: "Clara Weiß" } }));
    expect(timeline).toContainEqual(expect.objectContaining({ kind: "message", id, delivery: "sent" }));
  });

  test("is sent once, however often and by however many people it is requested", async () => {
    const { send, received, outgoing, collect } = await givenOver(silent);
    const outcomes = await Promise.allSettled(times(5, send));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await collect();
    await expect(send()).rejects.toMatchObject({ code: "changed_meanwhile" });
    await collect();
    expect(received()).toHaveLength(1);
    expect(await outgoing()).toHaveLength(1);
  });

  test("may fall silent or be refused again, and is recorded once", async () => {
    const { invoice, actor, id, send, sendDue } = await givenOver(silent);
    await send();
    await sendDue(refusing);
    const timeline = (await listTimeline(db, actor, invoice.id)).filter((event) => event.id === id);
    expect(timeline).toMatchObject([{ kind: "message", delivery: "refused" }]);

    await send();
    await sendDue(silent);
    expect(await listTimeline(db, actor, invoice.id)).toContainEqual(expect.objectContaining({ id, delivery: "unknown" }));
    expect((await getInvoice(db, actor, invoice.id)).messages).toHaveLength(1);
  });

  test("is not sent again once nothing is owed, nor while it is being paid", async () => {
    const { partner, invoice, send, received, collect } = await givenOver(silent);
    const payment = await givenPayment(invoice);
    await expect(send()).rejects.toMatchObject({ code: "invoice_not_collected" });
    await db.execute(sql`update payments set status = 'failed' where id = ${payment.id}`);
    await creditAndRetractInvoice(db, partner.actor, invoice.id, {
      creditNoteNumber: "1",
      description: "Left",
      retractionReason: null,
      showRetractionReasonToCustomer: false,
    });
    await expect(send()).rejects.toMatchObject({ code: "invoice_not_collected" });
    await collect();
    // The customer, who may have received the message, is told that the invoice was withdrawn, and nothing else.
    expect(received().filter((mail) => !mail.includes("geannuleerd"))).toEqual([]);
  });

  test("of an earlier round is not sent again after a payment was returned", async () => {
    const { partner, invoice, decide, outgoing } = await givenCollected({ isSandbox: true });
    await decide();
    const [request] = await outgoing();
    await db.execute(sql`update outgoing_messages set state = 'refused' where id = ${request?.id}`);
    const { actor } = await givenMember(partner);
    const payment = await givenBegunPayment(partner, invoice, "ideal");
    await payment.decide("pay");
    await payment.follow();
    await payment.decide("charge_back");
    await Promise.all(times(3, payment.follow));
    await expect(sendAgain(db, actor, invoice.id, request?.id ?? "")).rejects.toMatchObject({ code: "invoice_not_collected" });
    expect((await outgoing())[0]).toMatchObject({ id: request?.id, state: "refused" });
  });

  test("with an answer is sent again even when nothing is owed", async () => {
    const { partner, invoice, actor, outgoing, sendDue } = await givenOver(silent);
    await createTicket(db, partner.actor, invoice.id, { message: "Yes" });
    await sendDue(refusing);
    await db.execute(sql`update invoices set retracted_at = now() where id = ${invoice.id}`);
    const [answer] = (await outgoing()).filter(({ kind }) => kind === "answer");
    await sendAgain(db, actor, invoice.id, answer?.id ?? "");
    expect((await outgoing()).filter(({ kind }) => kind === "answer")).toMatchObject([{ state: "waiting" }]);
  });

  test.each([
    ["is sent, however old it is", 0, "sent"],
    ["is dropped a week later", 8, "cancelled"],
  ] as const)("with an announcement %s", async (_, daysLater, state) => {
    const { partner, invoice, outgoing, collect } = await givenCollected({ isSandbox: true });
    await recordExternalPayment(db, partner.actor, invoice.id, 1, { amountCents: 4_500, reason: "Statement", mayExceed: false });
    await db.execute(sql`update outgoing_messages set state = 'refused' where invoice_id = ${invoice.id}`);
    await jumpClock(partner, 10);
    const [receipt] = await outgoing();
    const { actor } = await givenMember({ ...partner, clockOffsetMs: 10 * DAY_MS });
    await sendAgain(db, actor, invoice.id, receipt?.id ?? "");
    await jumpClock(partner, 10 + daysLater);
    await collect({ kind: "mailbox" });
    expect(await outgoing()).toMatchObject([{ kind: "payment_received", state }]);
  });

  test("that was sent, of another invoice or of another partner is not sent again", async () => {
    const { actor, invoice, id } = await givenOver(silent);
    const others = await givenOver(silent);
    await expect(sendAgain(db, actor, invoice.id, others.id)).rejects.toMatchObject({ code: "invalid_message_id" });
    await expect(sendAgain(db, others.actor, invoice.id, id)).rejects.toMatchObject({ code: "invalid_invoice_id" });
    const sent = await givenCollected();
    await sent.collect();
    const { actor: reader } = await givenMember(sent.partner);
    const [message] = await sent.outgoing();
    await expect(sendAgain(db, reader, sent.invoice.id, message?.id ?? "")).rejects.toMatchObject({ code: "changed_meanwhile" });
  });

  test("with a final outcome is queued again by a person only: the database refuses anything else", async () => {
    const { partner, invoice, id } = await givenOver(silent);
    await expect(sendAgain(db, partner.actor, invoice.id, id)).rejects.toThrow();
  });
});
