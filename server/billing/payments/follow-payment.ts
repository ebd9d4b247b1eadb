import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { partners } from "@/db/schema/partners";
import { type Payment, payments } from "@/db/schema/payments";
import { type Actor, systemActor } from "@/server/actor";
import { type ProviderName, type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { clock } from "@/server/platform/clock";
import { providerAnswers } from "@/server/platform/metrics";
import { nextAskInMs, realTimeIn } from "./next-ask";
import { orderPayment } from "./order-payment";
import { recordPaymentOutcome } from "./record-payment-outcome";

/** Asks the provider about a payment, cancels one that the customer has abandoned, and records the outcome. */
export async function followPayment(
  db: Database,
  { partnerId, id }: Pick<Payment, "partnerId" | "id">,
  providerOf: ProviderOf = providersWith(db),
): Promise<void> {
  const [found] = await selectWithPartner(db).where(and(eq(payments.partnerId, partnerId), eq(payments.id, id)));
  if (found) await follow(db, found, providerOf);
}

/** As `followPayment`, after a provider's webhook. The webhook only names the payment; its state comes from asking the provider. */
export async function followPaymentAfterWebhook(
  db: Database,
  provider: ProviderName,
  reference: string,
  providerOf: ProviderOf = providersWith(db),
): Promise<void> {
  const [found] = await selectWithPartner(db).where(and(eq(payments.provider, provider), eq(payments.providerReference, reference)));
  if (found) await follow(db, found, providerOf);
}

function selectWithPartner(db: Database) {
  return db
    .select({ payment: payments, partner: { id: partners.id, clockOffsetMs: partners.clockOffsetMs } })
    .from(payments)
    .innerJoin(partners, eq(partners.id, payments.partnerId));
}

interface Found {
  payment: Payment;
  partner: Parameters<typeof systemActor>[0];
}

async function follow(db: Database, { payment, partner }: Found, providerOf: ProviderOf): Promise<void> {
  if (!payment.provider) return;
  const actor = systemActor(partner);
  // Orders the payment only if a crash prevented that.
  const { reference } = await orderPayment(db, payment, providerOf);
  const provider = providerOf(payment.provider);
  const { state, paidAt } = isAbandoned(actor, payment) ? await provider.cancel(reference) : await provider.ask(reference);
  providerAnswers.inc({ subject: "payment", state });
  const recorded = await recordPaymentOutcome(db, actor, payment, state, paidAt ? clock.at(actor, paidAt) : clock.now(actor));
  const askInMs = nextAskInMs(recorded);
  await db
    .update(payments)
    .set({ nextAskAt: askInMs === null ? null : realTimeIn(askInMs) })
    .where(and(eq(payments.partnerId, payment.partnerId), eq(payments.id, payment.id)));
}

function isAbandoned(actor: Actor, { status, expiresAt }: Payment): boolean {
  return status === "pending" && expiresAt !== null && expiresAt <= clock.now(actor);
}
