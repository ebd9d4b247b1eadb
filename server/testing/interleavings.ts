import { and, eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { refunds } from "@/db/schema/refunds";
import { type Random, randomFrom } from "@/db/seed/random";
import type { Actor } from "../actor";
import { DomainError } from "../errors";
import { addAmount } from "../invoices/add-amount";
import { creditAmount } from "../invoices/credit-amount";
import { creditAndRetractInvoice } from "../invoices/credit-and-retract-invoice";
import { followPayment } from "../payments/follow-payment";
import { recordExternalPayment } from "../payments/record-external-payment";
import { startPayment } from "../payments/start-payment";
import { recordRefund } from "../refunds/record-refund";
import { refundPayment } from "../refunds/refund-payment";
import { type Decision, decide } from "../simulated-bank/decide";

// What may happen to one invoice at once, in any order: customers pay and go away, banks take back, staff record, add, credit, refund and retract.

type Db = Connection["db"];

interface Scene {
  db: Db;
  actor: Actor;
  invoiceId: string;
  random: Random;
}

const retraction = { creditNoteNumber: "C-1", description: "Left", retractionReason: null, showRetractionReasonToCustomer: false };
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

/** Several things happen at once to a transmitted invoice, again and again; each time its books are checked. */
export async function interleave(db: Db, actor: Actor, invoiceId: string, seed: number): Promise<Interleaved> {
  const random = randomFrom(seed);
  const outcomes = new Map<string, number>();
  const violations: string[] = [];
  const history: string[] = [];

  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = Array.from({ length: AT_ONCE }, () => random.weighted(weights));
    const results = await Promise.all(chosen.map((act) => outcomeOf(act, { db, actor, invoiceId, random })));
    for (const [index, act] of chosen.entries()) {
      const result = results[index] ?? "";
      outcomes.set(`${act} ${result}`, (outcomes.get(`${act} ${result}`) ?? 0) + 1);
      if (result !== "done" && !refusals[act].includes(result)) violations.push(`seed ${seed}: ${act} ended with ${result}`);
    }
    history.push(chosen.map((act, index) => `${act} ${results[index]}`).join(", "));
    for (const problem of await problemsOf(db, actor, invoiceId)) {
      violations.push(`seed ${seed}: ${problem}, after ${history.join("; ")}`);
    }
    if (violations.length > 0) break;
  }
  return { outcomes, violations };
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
  const books = await booksOf(db, actor, invoiceId);
  return { lines: books.lines.length, refunds: books.refunds.length, totalCents: books.totalCents };
}

/** Mostly what is owed, at times more. */
function owed({ totalCents }: { totalCents: number }, scene: Scene): number {
  return totalCents < 0 && scene.random.chance(0.8) ? -totalCents : someAmount(scene);
}

async function booksOf(db: Db, { partnerId }: Actor, invoiceId: string) {
  const of = <Table extends typeof invoiceLines | typeof payments | typeof refunds>(table: Table) =>
    and(eq(table.partnerId, partnerId), eq(table.invoiceId, invoiceId));
  // One moment of all of them.
  return db.transaction(
    async (tx) => {
      const [invoice] = await tx
        .select({ totalCents: invoices.amountTotalCents, billedCents: invoices.amountBilledCents, retractedAt: invoices.retractedAt })
        .from(invoices)
        .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId)));
      if (!invoice) throw new Error("the invoice is gone");
      return {
        ...invoice,
        lines: await tx.select().from(invoiceLines).where(of(invoiceLines)),
        payments: await tx.select().from(payments).where(of(payments)),
        refunds: await tx.select().from(refunds).where(of(refunds)),
      };
    },
    { isolationLevel: "repeatable read" },
  );
}

/** What must hold of an invoice's books at every moment, by our own reckoning: none of it asks the code that is tried. */
async function problemsOf(db: Db, actor: Actor, invoiceId: string): Promise<string[]> {
  const { lines, totalCents, billedCents, retractedAt, ...books } = await booksOf(db, actor, invoiceId);
  const sum = (belongs: (line: (typeof lines)[number]) => boolean) =>
    lines.filter(belongs).reduce((total, { amountCents }) => total + amountCents, 0);
  const paid = books.payments.filter(({ status }) => status === "paid");
  const total = (amounts: { amountCents: number }[]) => amounts.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const brought = total(paid);
  const takenBack = total(paid.filter(({ chargedBackAt }) => chargedBackAt !== null));
  const givenBack = total(books.refunds.filter(({ status }) => status === "paid"));
  const creditsAfter = retractedAt ? lines.filter(({ type, date }) => type === "CREDIT-LINE" && date > retractedAt) : [];
  const holds: [string, boolean][] = [
    ["the total is the sum of the lines", sum(() => true) === totalCents],
    ["what is billed is the sum of the invoice lines", sum(({ type }) => type === "INVOICE-LINE") === billedCents],
    ["each payment that was paid stands on the account, and no other", sum(({ type }) => type.endsWith("PAYMENT-LINE")) === -brought],
    [
      "what was taken and given back stands on the account, and nothing else",
      sum(({ type }) => type === "CHARGEBACK-LINE") === takenBack + givenBack,
    ],
    ["no fee was charged", sum(({ type }) => type.endsWith("FEE-LINE")) === 0],
    ["no credit follows the retraction", creditsAfter.length === 0],
    ["no payment is in progress on a retracted invoice", !retractedAt || books.payments.every(({ status }) => status !== "pending")],
    // What a bank took back after it was refunded as well is lost; else nobody gets back more than they paid.
    ["no more is given back than came", givenBack <= brought],
  ];
  return holds.filter(([, held]) => !held).map(([promise]) => `it does not hold that ${promise}`);
}
