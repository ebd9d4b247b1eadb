import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Payment, payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { getInvoice } from "@/server/billing/invoices/find-invoice";
import { type Decision, decide } from "@/server/billing/payment-providers/simulated-bank/decide";
import { followPayment } from "@/server/billing/payments/follow-payment";
import { startPayment } from "@/server/billing/payments/start-payment";
import type { OfferableMethod } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";
import { requireSandbox } from "@/server/sandbox/require-sandbox";
import { offeredMethods } from "./offered-methods";

/** Acts of a customer or their bank that the simulated bank's page offers. */
export const simulatedOutcomes = ["pay", "wait", "fail", "cancel", "charge_back"] as const satisfies Decision[];

interface SimulatedPayment {
  outcome: (typeof simulatedOutcomes)[number];
  /** Null: the usual method. */
  method: OfferableMethod | null;
}

/**
 * Simulates, for an invoice in a sandbox, that its customer pays the outstanding amount with this outcome, or that their bank charges the
 * last payment back. If a payment is in progress, decides that one. Throws `invalid_invoice_id`, `not_a_sandbox`, `payments_not_offered`,
 * `nothing_to_charge_back`, and the errors of `startPayment`.
 */
export async function simulatePayment(db: Database, actor: Actor, invoiceId: string, { outcome, method }: SimulatedPayment): Promise<void> {
  const invoice = await getInvoice(db, actor, invoiceId);
  await requireSandbox(db, actor);
  const payment = outcome === "charge_back" ? await findPaid(db, actor, invoiceId) : await findPending(db, actor, invoiceId);
  if (outcome === "charge_back" && !payment) throw new DomainError("nothing_to_charge_back");

  const id = payment?.id ?? (await start(db, actor, invoice, method));
  const reference = payment?.providerReference ?? (await referenceOf(db, actor, id));
  await decide(db, reference, outcome);
  await followPayment(db, { partnerId: actor.partnerId, id });
}

async function start(
  db: Database,
  actor: Actor,
  invoice: Awaited<ReturnType<typeof getInvoice>>,
  method: OfferableMethod | null,
): Promise<string> {
  const offered = await offeredMethods(db, invoice);
  const chosen = method ?? offered[0];
  if (!chosen || !offered.includes(chosen)) throw new DomainError("payments_not_offered");
  const { paymentId } = await startPayment(db, actor, invoice.id, { method: chosen, returnUrl: null });
  return paymentId;
}

type Simulated = Pick<Payment, "id" | "providerReference">;

async function findPending(db: Database, actor: Actor, invoiceId: string): Promise<Simulated | undefined> {
  return (await newest(db, actor, invoiceId, eq(payments.status, "pending")))[0];
}

async function findPaid(db: Database, actor: Actor, invoiceId: string): Promise<Simulated | undefined> {
  return (await newest(db, actor, invoiceId, and(eq(payments.status, "paid"), isNull(payments.chargedBackAt))))[0];
}

function newest(db: Database, { partnerId }: Actor, invoiceId: string, where: ReturnType<typeof and>): Promise<Simulated[]> {
  return db
    .select({ id: payments.id, providerReference: payments.providerReference })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), isNotNull(payments.provider), where))
    .orderBy(desc(payments.id))
    .limit(1);
}

async function referenceOf(db: Database, { partnerId }: Actor, id: string): Promise<string> {
  const [ordered] = await db
    .select({ reference: payments.providerReference })
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.id, id)));
  return ordered?.reference ?? "";
}
