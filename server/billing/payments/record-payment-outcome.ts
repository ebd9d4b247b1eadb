import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Payment, payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { announce } from "@/server/billing/invoices/announce";
import { type LockedAccount, lockAccount } from "@/server/billing/invoices/lock-account";
import type { ProviderState } from "@/server/billing/payment-providers/provider";
import type { AnnouncementKind } from "@/server/domain/rules/collection-messages";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { bookChargeback } from "./book-chargeback";
import { bookPayment, donatedCents, surplusOf } from "./book-payment";
import { withdrawReceipt } from "./withdraw-receipt";

/**
 * Records a payment's state at its provider, and returns the payment. Each outcome counts once, regardless of the order and number of
 * answers: an outdated answer changes nothing. Money that arrives late is booked, even if the attempt was cancelled or the invoice paid or
 * retracted since. The triggers of db/rules/payments.sql verify at commit that lines and payment agree.
 *
 * `paidAt`: the time at which the customer's money arrived, by the partner's clock. The payment is booked under that day, and a customer who paid by
 * the due day owes no late-payment fee.
 */
export function recordPaymentOutcome(
  db: Database,
  actor: Actor,
  { id, invoiceId }: Pick<Payment, "id" | "invoiceId">,
  state: ProviderState,
  paidAt = clock.now(actor),
): Promise<Payment> {
  return transact(db, actor, async (tx) => {
    const account = await lockAccount(tx, actor, invoiceId);
    const wherePayment = and(eq(payments.partnerId, actor.partnerId), eq(payments.id, id));
    const payment = only(await tx.select().from(payments).where(wherePayment));
    const now = clock.now(actor);
    const cameAt = new Date(Math.min(paidAt.getTime(), now.getTime()));
    const change = changeOf(payment, state, account, { now, cameAt });
    if (!change) return payment;

    if (change.status === "paid") await bookPayment(tx, account, payment, { cameAt, now });
    if (change.chargedBackAt) {
      await bookChargeback(tx, actor, account, payment, now);
      await withdrawReceipt(tx, payment);
    }
    const recorded = only(await tx.update(payments).set(change).where(wherePayment).returning());
    const announcement = announcementOf(change);
    if (announcement) await announce(tx, actor, account.invoice, announcement, id);
    return recorded;
  });
}

type Change = Partial<Pick<Payment, "status" | "endedAt" | "surplusCents" | "chargedBackAt">>;

/**
 * Returns the announcement of a change; undefined for a payment that was cancelled or has expired. If one answer brings both the payment and its
 * chargeback, only the chargeback is announced.
 */
function announcementOf({ status, chargedBackAt }: Change): AnnouncementKind | undefined {
  if (chargedBackAt) return "payment_returned";
  if (status === "paid") return "payment_received";
  return status === "failed" ? "payment_failed" : undefined;
}

/** Returns the changes that a provider's answer makes to a payment; undefined if there are none. */
function changeOf(
  payment: Payment,
  state: ProviderState,
  { invoice }: LockedAccount,
  { now, cameAt }: Record<"now" | "cameAt", Date>,
): Change | undefined {
  if (state === "paid" || state === "charged_back") {
    const paid: Change = {
      status: "paid",
      endedAt: cameAt,
      surplusCents: surplusOf(payment.amountCents - donatedCents(invoice, payment), invoice.amountTotalCents),
    };
    const change: Change = {
      ...(payment.status !== "paid" && paid),
      ...(state === "charged_back" && !payment.chargedBackAt && { chargedBackAt: now }),
    };
    return Object.keys(change).length > 0 ? change : undefined;
  }
  const hasEnded = state === "failed" || state === "cancelled" || state === "expired";
  return hasEnded && payment.status === "pending" ? { status: state, endedAt: now } : undefined;
}
