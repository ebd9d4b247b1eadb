import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Payment, payments } from "@/db/schema/payments";
import { type Refund, refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { type MoneyOutcome, proposeIfLarge } from "@/server/billing/approvals/propose-if-large";
import type { SeenAccount } from "@/server/billing/invoices/seen-account";
import { type ProviderOf, providersWith } from "@/server/billing/payment-providers/providers";
import { realTimeIn } from "@/server/billing/payments/next-ask";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { log } from "@/server/platform/log";
import { transact } from "@/server/platform/transact";
import { lockOwedAccount, type NewRefund } from "./record-refund";
import { RETRY_AFTER_MS, sendRefund } from "./send-refund";

/** A payment, and the invoice that it paid. */
interface RefundedPayment {
  invoiceId: string;
  paymentId: string;
}

/**
 * Refunds a payment through its provider. A refund in progress counts as made, so that no amount is refunded twice; the refund is booked once the
 * provider has paid it. Above the partner's limit, the refund is only proposed. The triggers of db/rules/refunds.sql refuse a refund of
 * more than is owed. Throws `invalid_payment_id`, `payment_not_refundable` if less than the amount can still be refunded, and the errors of
 * `lockOwedAccount` and `proposeIfLarge`.
 */
export async function refundPayment(
  db: Database,
  actor: Actor,
  of: RefundedPayment,
  seen: SeenAccount,
  refund: NewRefund,
  providerOf: ProviderOf = providersWith(db),
): Promise<MoneyOutcome> {
  const pending = await createPendingRefund(db, actor, of, seen, refund);
  if (!pending) return "proposed";
  await orderPending(db, pending, providerOf);
  return "done";
}

/**
 * Stores a pending refund. The caller orders the refund from the provider (`orderPending`); otherwise the job `payments` does. Returns undefined if
 * the refund waits for a second person. `seen`: null for a partner's system, which sees no account. Throws what `refundPayment` throws.
 */
export function createPendingRefund(
  db: Database,
  actor: Actor,
  { invoiceId, paymentId }: RefundedPayment,
  seen: SeenAccount | null,
  refund: NewRefund,
  { isApproved = false } = {},
): Promise<Refund | undefined> {
  return transact(db, actor, async (tx) => {
    await lockOwedAccount(tx, actor, invoiceId, seen, refund.amountCents);
    const payment = await getPayment(tx, actor, invoiceId, paymentId);
    if (refund.amountCents > (await refundableCents(tx, payment))) throw new DomainError("payment_not_refundable");
    // `mayExceed` concerns payments that a person records.
    const act = { ...refund, kind: "refund_payment", paymentId, mayExceed: false } as const;
    if (!isApproved && (await proposeIfLarge(tx, actor, invoiceId, act))) return undefined;
    await recordEvent(tx, actor, "refund_ordered", { about: `invoice:${invoiceId}`, after: { amountCents: refund.amountCents } });
    return only(
      await tx
        .insert(refunds)
        .values({
          ...refund,
          id: newId(),
          partnerId: actor.partnerId,
          invoiceId,
          paymentId,
          status: "pending",
          createdAt: clock.now(actor),
          nextAskAt: realTimeIn(RETRY_AFTER_MS),
        })
        .returning(),
    );
  });
}

/** Orders a pending refund from its provider. If this fails, the job `payments` repeats the order until the provider has answered. */
export async function orderPending(db: Database, pending: Refund, providerOf: ProviderOf = providersWith(db)): Promise<void> {
  await sendRefund(db, pending, providerOf).catch((error: unknown) => {
    log().warn({ err: error, refund: pending.id }, "refund order failed, will be retried");
  });
}

async function getPayment(tx: Database, { partnerId }: Actor, invoiceId: string, paymentId: string): Promise<Payment> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, invoiceId), eq(payments.id, paymentId)));
  if (!payment) throw new DomainError("invalid_payment_id");
  return payment;
}

/** Returns the amount of a payment that its provider can still refund, in cents. */
async function refundableCents(tx: Database, payment: Payment): Promise<number> {
  if (payment.status !== "paid" || !payment.providerReference || payment.chargedBackAt) return 0;
  const { givenCents } = only(
    await tx
      .select({ givenCents: sql`coalesce(sum(${refunds.amountCents}), 0)`.mapWith(Number) })
      .from(refunds)
      .where(
        and(eq(refunds.partnerId, payment.partnerId), eq(refunds.paymentId, payment.id), inArray(refunds.status, ["pending", "paid"])),
      ),
  );
  return payment.amountCents - givenCents;
}
