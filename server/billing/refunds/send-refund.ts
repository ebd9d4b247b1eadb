import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { partners } from "@/db/schema/partners";
import { payments } from "@/db/schema/payments";
import { type Refund, refunds } from "@/db/schema/refunds";
import { type Actor, systemActor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import type { ProviderOf } from "@/server/billing/payment-providers/providers";
import { clock } from "@/server/platform/clock";
import { providerAnswers } from "@/server/platform/metrics";
import { transact } from "@/server/platform/transact";
import { bookRefund } from "./book-refund";

/** Pause before the provider is asked again about a pending refund, in ms; longer than an answer may take. */
export const RETRY_AFTER_MS = 60_000;

/** Orders a refund from its provider and records the outcome. The provider treats a repeated order as the same refund. */
export async function sendRefund(db: Database, refund: Refund, providerOf: ProviderOf): Promise<void> {
  const { provider, reference, partner } = await getProviderPayment(db, refund);
  if (!provider || !reference) throw new Error(`refund ${refund.id} is no provider's`);
  const outcome = await providerOf(provider).refund(reference, { refundId: refund.id, amountCents: refund.amountCents });
  providerAnswers.inc({ subject: "refund", state: outcome });
  if (outcome !== "pending") await endRefund(db, systemActor(partner), refund, outcome);
}

/** Ends a refund once, however often the provider answers. */
function endRefund(db: Database, actor: Actor, { id, invoiceId }: Refund, status: "paid" | "failed"): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const now = clock.now(actor);
    const [ended] = await tx
      .update(refunds)
      .set({ status, endedAt: now, nextAskAt: null })
      .where(and(eq(refunds.partnerId, actor.partnerId), eq(refunds.id, id), eq(refunds.status, "pending")))
      .returning();
    if (ended?.status === "paid") await bookRefund(tx, actor, invoice, ended, now);
  });
}

async function getProviderPayment(db: Database, { partnerId, paymentId }: Refund) {
  return only(
    await db
      .select({
        provider: payments.provider,
        reference: payments.providerReference,
        partner: { id: partners.id, clockOffsetMs: partners.clockOffsetMs },
      })
      .from(payments)
      .innerJoin(partners, eq(partners.id, payments.partnerId))
      .where(and(eq(payments.partnerId, partnerId), eq(payments.id, paymentId ?? ""))),
  );
}
