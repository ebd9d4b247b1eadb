import { and, eq } from "drizzle-orm";
import { payments } from "@/db/schema/payments";
import { tickets } from "@/db/schema/tickets";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { holdInvoice, resumeInvoice } from "@/server/billing/holds/hold-invoice";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { startPayment } from "@/server/billing/payments/start-payment";
import { askQuestion } from "@/server/customer-page/ask-question";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { methodsIn, type OfferableMethod } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { acts, refusals, type Scene } from "./acts";
import { secretOf } from "./given-customer";

// Acts on an invoice during one of its days. Customers use their link, staff the portal, and the bank follows the customer's decision.

const methods = methodsIn("EUR");

const seasonActs = {
  retract: acts.retract,
  record: acts.record,
  add: acts.add,
  credit: acts.credit,
  refund: acts.refund,
  refundByHand: acts.refundByHand,
  /** Also decides about older payments: a pending payment succeeds or fails, a paid one is charged back. */
  decide: acts.decide,
  pay: async (scene: Scene) => {
    const { paymentId } = await begin(scene, scene.random.pick(methods));
    const decision = scene.random.weighted<Decision | "go_away">([
      ["pay", 6],
      ["wait", 2],
      ["fail", 1],
      ["cancel", 1],
      ["go_away", 1],
    ]);
    if (decision !== "go_away") await decideOn(scene, paymentId, decision);
  },
  payTwice: async (scene: Scene) => {
    const begun = [];
    for (const method of scene.random.sample(methods, 2)) begun.push(await begin(scene, method));
    for (const { paymentId } of begun) await decideOn(scene, paymentId, "pay");
  },
  ask: async (scene: Scene) => askQuestion(scene.db, await customerOf(scene), { message: "May I pay in two parts?" }),
  object: async (scene: Scene) => askQuestion(scene.db, await customerOf(scene), { message: "I never joined.", objects: true }),
  pause: ({ db, actor, invoiceId, random }: Scene) =>
    holdInvoice(db, actor, invoiceId, {
      kind: "paused",
      until: addDays(dayAt(clock.now(actor)), random.whole(0, 20)),
      reason: "On holiday",
    }),
  stop: ({ db, actor, invoiceId, random }: Scene) =>
    holdInvoice(db, actor, invoiceId, { kind: random.pick(["stopped", "handed_over"] as const), reason: "Agreed" }),
  resume: ({ db, actor, invoiceId }: Scene) => resumeInvoice(db, actor, invoiceId),
  answer: async ({ db, actor, invoiceId }: Scene) => {
    const isAsked = and(eq(tickets.partnerId, actor.partnerId), eq(tickets.invoiceId, invoiceId), eq(tickets.status, "unanswered"));
    const asked = await db.select({ id: tickets.id }).from(tickets).where(isAsked);
    if (asked.length > 0) await createTicket(db, actor, invoiceId, { message: "Of course." });
  },
};

type Act = keyof typeof seasonActs;

const weights: [Act, number][] = [
  ["pay", 5],
  ["payTwice", 0.5],
  ["decide", 5],
  ["ask", 1],
  ["answer", 2],
  ["record", 0.8],
  ["add", 0.3],
  ["credit", 0.6],
  ["refund", 1],
  ["refundByHand", 0.7],
  ["retract", 0.4],
  ["object", 0.4],
  ["pause", 0.8],
  ["stop", 0.2],
  ["resume", 0.8],
];

/** Allowed refusals of each act. `changed_meanwhile` is never allowed, because nothing else changes the invoice at the same time. */
const mayBe: Record<Act, string[]> = {
  ...refusals,
  pay: refusals.begin,
  payTwice: refusals.begin,
  // The 15 minutes of the limit are of real time, in which ninety days of the season pass.
  ask: ["too_many_attempts"],
  answer: [],
  object: ["too_many_attempts"],
  pause: ["already_retracted", "invoice_on_hold"],
  stop: ["already_retracted", "invoice_on_hold"],
  resume: ["invoice_not_on_hold"],
};

export interface ActOutcome {
  /** The act and its outcome, such as `pay done` and `retract payment_in_progress`. */
  outcome: string;
  isAllowed: boolean;
}

/** Does one random act on an invoice, and returns its outcome instead of throwing. */
export async function actOnce(scene: Scene): Promise<ActOutcome> {
  const act = scene.random.weighted(weights);
  try {
    await seasonActs[act](scene);
    return { outcome: `${act} done`, isAllowed: true };
  } catch (error) {
    const code = error instanceof DomainError ? error.code : String((error as Error).cause ?? error);
    return { outcome: `${act} ${code}`, isAllowed: code !== "changed_meanwhile" && mayBe[act].includes(code) };
  }
}

/** Opens the customer's link, and returns the customer. */
async function customerOf({ db, actor, invoiceId }: Scene): Promise<Customer> {
  const customer = await findCustomer(db, secretOf(await customerLink(db, actor, invoiceId)), null);
  if (!customer) throw new Error("a customer's link opens nothing");
  return customer;
}

function begin({ db, actor, invoiceId }: Scene, method: OfferableMethod) {
  return startPayment(db, actor, invoiceId, { method, returnUrl: null });
}

async function decideOn({ db, actor }: Scene, paymentId: string, decision: Decision): Promise<void> {
  const [payment] = await db
    .select({ reference: payments.providerReference })
    .from(payments)
    .where(and(eq(payments.partnerId, actor.partnerId), eq(payments.id, paymentId)));
  await decide(db, payment?.reference ?? "", decision);
}
