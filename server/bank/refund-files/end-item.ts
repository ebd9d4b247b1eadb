import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type PayoutItem, payoutItems, payouts } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo } from "@/server/actor";
import { recordReturn } from "@/server/bank/transaction-states/transaction-state";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { bookRefund } from "@/server/billing/refunds/book-refund";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/**
 * Records that a payment of a file has been made: its refund is booked on the invoice, and the customer is told. `paidTransactionId` is the
 * statement's payment; null: a person reports it. The caller holds the item's lock.
 */
export async function settleItem(tx: Database, actor: Actor, item: PayoutItem, paidTransactionId: string | null): Promise<void> {
  const { partnerId, refundId, bankTransactionId } = item;
  const now = clock.now(actor);
  if (refundId) {
    const whereRefund = and(eq(refunds.partnerId, partnerId), eq(refunds.id, refundId));
    const { invoiceId } = only(await tx.select({ invoiceId: refunds.invoiceId }).from(refunds).where(whereRefund));
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const refund = only(
      await tx.update(refunds).set({ status: "paid", endedAt: now, bankTransactionId: paidTransactionId }).where(whereRefund).returning(),
    );
    await bookRefund(tx, actor, invoice, refund, now);
  }
  if (bankTransactionId) await recordReturn(tx, { partnerId, id: bankTransactionId }, "returned");
  await tx
    .update(payoutItems)
    .set({ status: "paid", endedAt: now, paidTransactionId })
    .where(and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.id, item.id)));
}

/**
 * Removes a payment from a file that was not sent to the bank. The money is owed again. Throws `invalid_payout_id` and `changed_meanwhile`.
 */
export function cancelItem(db: Database, actor: Actor, itemId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const item = await lockItem(tx, actor, itemId);
    if (item.refundId) {
      await tx
        .update(refunds)
        .set({ status: "failed", endedAt: clock.now(actor) })
        .where(and(eq(refunds.partnerId, item.partnerId), eq(refunds.id, item.refundId)));
    }
    await tx
      .update(payoutItems)
      .set({ status: "cancelled", endedAt: clock.now(actor) })
      .where(and(eq(payoutItems.partnerId, item.partnerId), eq(payoutItems.id, item.id)));
    await recordEvent(tx, actor, "payout_cancelled", { about: `payout:${item.payoutId}`, after: { amountCents: item.amountCents } });
  });
}

/**
 * Marks a payment as made although no statement shows it. Throws `invalid_payout_id`, `changed_meanwhile`, and `second_person_required`
 * while its file is not approved.
 */
export function markPaid(db: Database, actor: Actor, itemId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const item = await lockItem(tx, actor, itemId);
    if (item.isWaiting) throw new DomainError("second_person_required");
    await settleItem(tx, actor, item, null);
    await recordEvent(tx, actor, "refund_recorded", { about: `payout:${item.payoutId}`, after: { amountCents: item.amountCents } });
  });
}

/** Locks the item. `isWaiting`: its file still waits for a second person. */
async function lockItem(tx: Database, actor: Actor, itemId: string): Promise<PayoutItem & { isWaiting: boolean }> {
  const [found] = await tx
    .select({ item: payoutItems, needsApproval: payouts.needsApproval, approvedAt: payouts.approvedAt })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId)))
    .where(and(visibleTo(actor, payouts), eq(payoutItems.id, itemId)))
    .for("update", { of: payoutItems });
  if (!found) throw new DomainError("invalid_payout_id");
  if (found.item.status !== "ordered") throw new DomainError("changed_meanwhile");
  return { ...found.item, isWaiting: found.needsApproval && found.approvedAt === null };
}
