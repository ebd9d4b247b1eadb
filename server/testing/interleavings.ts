import { and, eq, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { companySettings } from "@/db/schema/collection-settings";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { type Random, randomFrom } from "@/db/seed/random";
import { type Actor, systemActor } from "../actor";
import { runCollection } from "../collection/run-collection";
import { createCompany } from "../companies/create-company";
import { DomainError } from "../errors";
import { createImport } from "../imports/create-import";
import { transmitImport } from "../imports/transmit-import";
import { addAmount } from "../invoices/add-amount";
import { createInvoice } from "../invoices/create-invoice";
import { creditAmount } from "../invoices/credit-amount";
import { creditAndRetractInvoice } from "../invoices/credit-and-retract-invoice";
import { createPartner } from "../partners/create-partner";
import { followPayment } from "../payments/follow-payment";
import { recordExternalPayment } from "../payments/record-external-payment";
import { startPayment } from "../payments/start-payment";
import { recordRefund } from "../refunds/record-refund";
import { refundPayment } from "../refunds/refund-payment";
import { type Decision, decide } from "../simulated-bank/decide";
import { booksOf, problemsIn } from "./books";
import type { MailWitness } from "./mail-witness";
import { newCompany, newInvoiceFor } from "./new-records";

// What may happen to one invoice at once, in any order: customers pay and go away, banks take back, staff record, add, credit, refund and retract,
// time passes and the customer is reminded.

type Db = Connection["db"];

interface Scene {
  db: Db;
  actor: Actor;
  invoiceId: string;
  mails: MailWitness;
  random: Random;
}

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
/** By then the next reminder has fallen due, whichever it is. */
const REMINDED_EVERY_MS = 20 * 24 * 60 * 60 * 1_000;
const methods = ["ideal", "sdd", "bank_transfer", "paypal"] as const;

const acts = {
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
    const payment = { amountCents: someAmount(scene), reason: "Statement" };
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
  refundByHand: async (scene: Scene) => {
    const account = await seen(scene);
    await recordRefund(scene.db, scene.actor, scene.invoiceId, account, { amountCents: owed(account, scene), reason: "Too much" });
  },
  refund: async (scene: Scene) => {
    const account = await seen(scene);
    const payment = await somePayment(scene);
    const refund = { amountCents: owed(account, scene), reason: "Too much" };
    if (payment) await refundPayment(scene.db, scene.actor, scene.invoiceId, payment.id, account, refund);
  },
  remind: async ({ db, actor: { partnerId }, invoiceId, mails }: Scene) => {
    await db
      .update(partners)
      .set({ clockOffsetMs: sql`${partners.clockOffsetMs} + ${REMINDED_EVERY_MS}` })
      .where(eq(partners.id, partnerId));
    // Also what another sender has just now, which then must not hand it over.
    await db.execute(sql`update outgoing_messages set next_attempt_at = now() where invoice_id = ${invoiceId} and state = 'waiting'`);
    await runCollection(db, mails);
  },
};

export type Act = keyof typeof acts;

const weights: [Act, number][] = [
  ["begin", 4],
  ["decide", 6],
  ["follow", 6],
  ["retract", 1],
  ["record", 1],
  ["add", 1],
  ["credit", 1],
  ["refundByHand", 2],
  ["refund", 2],
  ["remind", 5],
];

/** What each act may be refused with; anything else that is thrown is a failure of ours. */
const refusals: Record<Act, string[]> = {
  begin: ["already_retracted", "nothing_outstanding"],
  decide: [],
  follow: [],
  retract: ["already_retracted", "payment_in_progress"],
  record: ["already_retracted", "changed_meanwhile"],
  add: ["already_retracted", "changed_meanwhile"],
  credit: ["already_retracted", "changed_meanwhile", "credit_exceeds_outstanding", "payment_in_progress"],
  refundByHand: ["changed_meanwhile", "refund_exceeds_owed"],
  refund: ["changed_meanwhile", "refund_exceeds_owed", "payment_not_refundable"],
  remind: [],
};

/** How often things happen to one invoice, and how many at once. */
export const ROUNDS = 6;
const AT_ONCE = 4;

export interface Interleaved {
  /** How often each act succeeded or was refused: `retract done`, `retract payment_in_progress`. */
  outcomes: Map<string, number>;
  /** What must never be, in words. */
  violations: string[];
}

/** A transmitted invoice of a partner of its own, whose clock can be moved; its customer has been asked for the money. */
export async function givenStage(db: Db, seed: number): Promise<Stage> {
  const partner = await createPartner(db, { name: `Partner ${seed}` });
  await db.update(partners).set({ isSandbox: true }).where(eq(partners.id, partner.id));
  const actor = systemActor(partner);
  const company = await createCompany(db, actor, newCompany);
  await db
    .update(companySettings)
    .set({ request2Day: null, latePaymentFeeCents: 500, chargebackFeeCents: 300 })
    .where(and(eq(companySettings.partnerId, partner.id), eq(companySettings.companyId, company.id)));
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const { id: invoiceId } = await createInvoice(db, actor, newInvoiceFor(importId, 1_000 * (1 + (seed % 3))));
  await transmitImport(db, actor, importId);
  return { partnerId: partner.id, invoiceId };
}

export interface Stage {
  partnerId: string;
  invoiceId: string;
}

/** Several things happen at once to an invoice, again and again; each time its books are checked. */
export async function interleave(db: Db, { partnerId, invoiceId }: Stage, mails: MailWitness, seed: number): Promise<Interleaved> {
  const random = randomFrom(seed);
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  const history: string[] = [];
  await runCollection(db, mails);

  for (let round = 0; round < ROUNDS; round += 1) {
    const partner = only(await db.select().from(partners).where(eq(partners.id, partnerId)));
    const scene = { db, actor: systemActor(partner), invoiceId, mails, random };
    const chosen = Array.from({ length: AT_ONCE }, () => random.weighted(weights));
    const results = await Promise.all(chosen.map((act) => outcomeOf(act, scene)));
    for (const [index, act] of chosen.entries()) {
      const result = results[index] ?? "";
      outcomes.set(`${act} ${result}`, (outcomes.get(`${act} ${result}`) ?? 0) + 1);
      if (result !== "done" && !refusals[act].includes(result)) violations.push(`seed ${seed}: ${act} ended with ${result}`);
    }
    history.push(chosen.map((act, index) => `${act} ${results[index]}`).join(", "));
    for (const problem of await problemsOf(scene)) violations.push(`seed ${seed}: ${problem}, after ${history.join("; ")}`);
    if (violations.length > 0) break;
  }
  return { outcomes, violations };
}

async function problemsOf({ db, actor, invoiceId, mails }: Scene): Promise<string[]> {
  const takenBefore = new Set(mails.taken.keys());
  const books = await booksOf(db, actor.partnerId, invoiceId);
  return [...problemsIn(books), ...mails.problemsIn(books, takenBefore), ...mails.violations.splice(0)];
}

async function outcomeOf(act: Act, scene: Scene): Promise<string> {
  try {
    await acts[act](scene);
    return "done";
  } catch (error) {
    return error instanceof DomainError ? error.code : String((error as Error).cause ?? error);
  }
}

async function somePayment({ db, invoiceId, actor, random }: Scene) {
  const found = await db
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, actor.partnerId), eq(payments.invoiceId, invoiceId)));
  const online = found.filter(({ provider }) => provider !== null);
  return online.length > 0 ? random.pick(online) : undefined;
}

function someAmount({ random }: Scene): number {
  return random.whole(1, 30) * 100;
}

async function seen({ db, actor, invoiceId }: Scene) {
  const books = await booksOf(db, actor.partnerId, invoiceId);
  return { lines: books.lines.length, refunds: books.refunds.length, totalCents: books.totalCents };
}

/** Mostly what is owed, at times more. */
function owed({ totalCents }: { totalCents: number }, scene: Scene): number {
  return totalCents < 0 && scene.random.chance(0.8) ? -totalCents : someAmount(scene);
}
