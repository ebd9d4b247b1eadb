import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { payments } from "@/db/schema/payments";
import { runCollection } from "@/server/background/run-collection";
import { bookAsSeen } from "@/server/bank/payments/decide-transaction";
import { takePaymentBack } from "@/server/bank/payments/take-payment-back";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { withdrawReceipt } from "@/server/billing/payments/withdraw-receipt";
import { newId } from "@/server/platform/id";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { givenCollected } from "@/server/testing/given-collection";
import { answering, givenMailServer } from "@/server/testing/given-mail-server";
import { givenMember } from "@/server/testing/given-person";
import { givenBankingCompany, givenBilled } from "@/server/testing/given-statement";
import { composeMessage } from "./compose-message";
import { beginHandOver } from "./hand-over";
import { sendAgain } from "./send-again";
import type { Transport } from "./transport";

const mailServer = givenMailServer();
const refusing = answering(async () => ({ state: "refused", failure: "550" }));

const minutesAgo = (moment: SQLWrapper) => sql`${moment} - interval '10 minutes'`;

/** An invoice of 45.00, and a person at the desk. */
async function given({ cents = 4_500 } = {}) {
  const bank = await givenBankingCompany();
  const { actor } = await givenMember(bank.partner, { role: "administrator" });
  const customerEmail = `${newId()}@members.example`;
  const billed = () => givenBilled(bank, { invoice: { customerEmail, locale: "en" } });
  const { invoice, reference } = await billed();
  const scope = { partnerId: bank.partner.id };
  const last = async () => (await bank.transactions()).at(-1);
  const ofKind = (kind: "payment_received" | "payment_returned") =>
    db
      .select()
      .from(outgoingMessages)
      .where(and(eq(outgoingMessages.partnerId, bank.partner.id), eq(outgoingMessages.kind, kind)));
  return {
    ...bank,
    actor,
    billed,
    invoice,
    reference,
    customerEmail,
    ofKind,
    book: async (invoiceIds = [invoice.id]) => {
      await bank.told([{ cents, name: "Somebody", text: "membership" }]);
      const parts = invoiceIds.map((invoiceId) => ({ invoiceId, amountCents: cents / invoiceIds.length }));
      await bookAsSeen(db, actor, { transactionId: (await last())?.id ?? "", seenDecisions: 0 }, parts);
    },
    takeBack: async () => {
      await bank.told([{ cents: -cents, isReversal: true, returnReason: "AM04" }], { id: "2" });
      const paid = await db.select().from(payments).where(eq(payments.partnerId, bank.partner.id));
      const seen = { transactionId: (await last())?.id ?? "", seenDecisions: 0 };
      await takePaymentBack(
        db,
        actor,
        seen,
        paid.map(({ id }) => id),
      );
    },
    send: (transport?: Transport) => runCollection(db, { scope, transport }),
    /** Simulates that ten minutes pass, so that no message waits for an Undo. */
    pass: () =>
      db
        .update(outgoingMessages)
        .set({ nextAttemptAt: minutesAgo(outgoingMessages.nextAttemptAt), heldUntil: minutesAgo(outgoingMessages.heldUntil) })
        .where(and(eq(outgoingMessages.partnerId, bank.partner.id), eq(outgoingMessages.state, "waiting"))),
    mails: () => mailServer.received(customerEmail).flatMap(kindOf),
  };
}

/** Returns the kind of a mail about a payment; empty for other mails. */
function kindOf(data: string): string[] {
  if (data.includes("received your payment")) return ["receipt"];
  return data.includes("Subject: Your payment was returned") ? ["return"] : [];
}

describe("a receipt whose payment the bank took back before it left", () => {
  test("is not sent if it was held for an Undo: the customer gets the mail about the return alone", async () => {
    const { book, takeBack, pass, send, mails, ofKind } = await given();
    await book();
    await takeBack();
    expect((await ofKind("payment_received")).map(({ state }) => state)).toEqual(["cancelled"]);
    await pass();
    await send();
    await send();
    expect(mails()).toEqual(["return"]);
  });

  test("is not sent if it was queued by the service, or by a provider's answer", async () => {
    const bank = await given();
    await bank.told([{ cents: 4_500, reference: bank.reference }]);
    await bank.takeBack();
    await bank.send();
    expect(bank.mails()).toEqual(["return"]);

    const { partner, invoice, outgoing, collect } = await givenCollected({ isSandbox: true });
    const paid = await givenBegunPayment(partner, invoice, "ideal");
    await paid.decide("pay");
    await paid.follow();
    await paid.decide("charge_back");
    await paid.follow();
    const announced = async () =>
      (await outgoing()).filter(({ aboutId }) => aboutId === paid.id).map(({ kind, state }) => `${kind} ${state}`);
    expect((await announced()).sort()).toEqual(["payment_received cancelled", "payment_returned waiting"]);
    await collect();
    expect((await announced()).sort()).toEqual(["payment_received cancelled", "payment_returned sent"]);
  });

  test("is not sent when a person sends it again", async () => {
    const { actor, invoice, book, takeBack, pass, send, mails, ofKind } = await given();
    await book();
    await pass();
    await send(refusing);
    await takeBack();
    const [receipt] = await ofKind("payment_received");
    expect(receipt).toMatchObject({ state: "refused" });
    await sendAgain(db, actor, invoice.id, receipt?.id ?? "");
    await send();
    expect((await ofKind("payment_received")).map(({ state }) => state)).toEqual(["cancelled"]);
    expect(mails()).toEqual(["return"]);
  });

  test("is not sent if it was written before, also on a cancelled invoice, whose amount stays", async () => {
    const { partner, actor, invoice, book, takeBack, pass, ofKind } = await given();
    await book();
    const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
    await creditAndRetractInvoice(db, partner.actor, invoice.id, retraction);
    await pass();
    const [receipt] = await ofKind("payment_received");
    if (!receipt) throw new Error("No receipt");
    const waiting = { ...receipt, checkCode: "0123456789AB" };
    const composed = await composeMessage(db, actor, waiting);
    if (typeof composed === "string") throw new Error(composed);
    await takeBack();
    expect(await beginHandOver(db, waiting, composed)).toBe(false);
    expect(await composeMessage(db, actor, waiting)).toBe("never");
  });
});

test("a receipt for several invoices is written again if that of one of them was withdrawn before it left", async () => {
  const { actor, invoice, billed, book, pass, ofKind } = await given({ cents: 9_000 });
  const { invoice: second } = await billed();
  await book([invoice.id, second.id]);
  await pass();
  const [receipt, other] = await ofKind("payment_received");
  if (!receipt || !other) throw new Error("No receipts");
  const waiting = { ...receipt, checkCode: "0123456789AB" };
  const compose = async () => {
    const composed = await composeMessage(db, actor, waiting);
    if (typeof composed === "string") throw new Error(composed);
    return composed;
  };
  const composed = await compose();
  expect(composed.included.map(({ invoiceId }) => invoiceId)).toEqual([other.invoiceId]);
  await withdrawReceipt(db, { ...other, id: other.aboutId ?? "" });
  expect(await beginHandOver(db, waiting, composed)).toBe(false);
  const again = await compose();
  expect(again.included).toEqual([]);
  expect(await beginHandOver(db, waiting, again)).toBe(true);
});
