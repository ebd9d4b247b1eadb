import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { runCollection } from "@/server/background/run-collection";
import { addAmount } from "@/server/billing/collection/add-amount";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import { creditAndRefund } from "@/server/billing/refunds/credit-and-refund";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { refundPayment } from "@/server/billing/refunds/refund-payment";
import type { Random } from "@/server/demo/random";
import { DomainError } from "@/server/errors";
import type { Transport } from "@/server/messages/transport";
import { booksOf } from "./books";

// Acts on one invoice, in any order: customers pay and abandon payments, banks charge back, staff record, add, credit, refund and retract,
// time passes and the customer is reminded.

type Db = Connection["db"];

/** One invoice that acts are done on, and the random numbers that choose them. */
export interface Scene {
  db: Db;
  actor: Actor;
  invoiceId: string;
  /** How reminders are sent. */
  transport?: Transport;
  random: Random;
}

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
/** Time after which every next reminder is due. */
const REMINDED_EVERY_MS = 20 * 24 * 60 * 60 * 1_000;
const methods = ["ideal", "sdd", "bank_transfer", "paypal"] as const;

/** The acts. An act throws a `DomainError` if it is refused; any other error is a failure of the service. */
export const acts = {
  begin: ({ db, actor, invoiceId, random }: Scene) => startPayment(db, actor, invoiceId, { method: random.pick(methods), returnUrl: null }),
  decide: async (scene: Scene) => {
    const payment = await somePayment(scene);
    const decision = scene.random.weighted<Decision>([
      ["pay", 6],
      ["wait", 1],
      ["fail", 1],
      ["cancel", 1],
      ["charge_back", 3],
    ]);
    if (payment?.providerReference) await decide(scene.db, payment.providerReference, decision);
  },
  follow: async (scene: Scene) => {
    const payment = await somePayment(scene);
    if (payment) await followPayment(scene.db, payment);
  },
  retract: ({ db, actor, invoiceId }: Scene) => creditAndRetractInvoice(db, actor, invoiceId, retraction),
  record: async (scene: Scene) => {
    const payment = { amountCents: someAmount(scene), reason: "Statement", mayExceed: true };
    await recordExternalPayment(scene.db, scene.actor, scene.invoiceId, (await seen(scene)).lines, payment);
  },
  add: async (scene: Scene) => {
    const adjustment = { amountCents: someAmount(scene), description: "Kit" };
    await addAmount(scene.db, scene.actor, scene.invoiceId, (await seen(scene)).lines, adjustment);
  },
  credit: async (scene: Scene) => {
    const adjustment = { amountCents: someAmount(scene), description: "Discount" };
    await creditAmount(scene.db, scene.actor, scene.invoiceId, (await seen(scene)).lines, adjustment);
  },
  creditAndRefund: async (scene: Scene) => {
    const credit = { amountCents: someAmount(scene), description: "Left" };
    await creditAndRefund(scene.db, scene.actor, scene.invoiceId, await seen(scene), { credit, wayBack: "provider" });
  },
  refundByHand: async (scene: Scene) => {
    const account = await seen(scene);
    await recordRefund(scene.db, scene.actor, scene.invoiceId, account, { amountCents: owed(account, scene), reason: "Too much" });
  },
  refund: async (scene: Scene) => {
    const account = await seen(scene);
    const payment = await somePayment(scene);
    const refund = { amountCents: owed(account, scene), reason: "Too much" };
    if (payment) await refundPayment(scene.db, scene.actor, { invoiceId: scene.invoiceId, paymentId: payment.id }, account, refund);
  },
  remind: async ({ db, actor: { partnerId }, invoiceId, transport }: Scene) => {
    await db
      .update(partners)
      .set({ clockOffsetMs: sql`${partners.clockOffsetMs} + ${REMINDED_EVERY_MS}` })
      .where(eq(partners.id, partnerId));
    // Includes messages that another sender has just taken, which must then not hand them over.
    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoiceId} and state = 'waiting'`);
    await runCollection(db, { scope: { partnerId }, transport });
  },
};

export type Act = keyof typeof acts;

/** Relative frequency of each act. */
export const weights: [Act, number][] = [
  ["begin", 4],
  ["decide", 6],
  ["follow", 6],
  ["retract", 1],
  ["record", 1],
  ["add", 1],
  ["credit", 1],
  ["creditAndRefund", 2],
  ["refundByHand", 2],
  ["refund", 2],
  ["remind", 5],
];

/** Allowed refusals of each act; any other error that it throws is a failure of the service. */
export const refusals: Record<Act, string[]> = {
  begin: ["already_retracted", "nothing_outstanding"],
  decide: [],
  follow: [],
  retract: ["already_retracted", "payment_in_progress"],
  record: ["already_retracted", "changed_meanwhile"],
  add: ["already_retracted", "changed_meanwhile"],
  credit: ["already_retracted", "changed_meanwhile", "credit_exceeds_charged", "payment_in_progress"],
  creditAndRefund: ["already_retracted", "changed_meanwhile", "credit_exceeds_charged", "payment_in_progress"],
  refundByHand: ["changed_meanwhile", "refund_exceeds_owed"],
  refund: ["changed_meanwhile", "refund_exceeds_owed", "payment_not_refundable"],
  remind: [],
};

export interface Outcome {
  /** `done`, or the refusal's code, or the text of another error. */
  result: string;
  /** False: the act failed, or was refused for an impossible reason. */
  isAllowed: boolean;
}

/** Does the act, and returns its outcome instead of throwing. */
export async function tryAct(act: Act, scene: Scene): Promise<Outcome> {
  try {
    await acts[act](scene);
    return { result: "done", isAllowed: true };
  } catch (error) {
    const result = error instanceof DomainError ? error.code : String((error as Error).cause ?? error);
    return { result, isAllowed: refusals[act].includes(result) };
  }
}

/** Returns one of the invoice's online payments at random; undefined if there is none. */
async function somePayment({ db, invoiceId, actor, random }: Scene) {
  const found = await db
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, actor.partnerId), eq(payments.invoiceId, invoiceId)))
    .orderBy(payments.id);
  const online = found.filter(({ provider }) => provider !== null);
  return online.length > 0 ? random.pick(online) : undefined;
}

/** Returns an amount in cents. */
function someAmount({ random }: Scene): number {
  return random.whole(1, 30) * 100;
}

async function seen({ db, actor, invoiceId }: Scene) {
  const books = await booksOf(db, actor.partnerId, invoiceId);
  return { lines: books.lines.length, refunds: books.refunds.length, totalCents: books.totalCents };
}

/** Returns an amount in cents: usually the amount owed to the customer, at times any amount. */
function owed({ totalCents }: { totalCents: number }, scene: Scene): number {
  return totalCents < 0 && scene.random.chance(0.8) ? -totalCents : someAmount(scene);
}
