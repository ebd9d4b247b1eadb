import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { type PayoutItem, payoutItems, payouts } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo } from "@/server/actor";
import { recordReturn } from "@/server/bank/transaction-states/transaction-state";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { bookRefund } from "@/server/billing/refunds/book-refund";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { isBeingSentBack } from "./is-being-sent-back";
import { isNameOpen } from "./name-decision";

/**
 * Records that a payment of a file has been made. An invoice's refund is booked on it, and misdirected money is given back.
 * `paidTransactionId`: the payment on a statement; null: a person says that it was made. The caller has locked the item.
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
 * Records which payment on a statement a refund is that a person had marked as made. Nothing is booked, because that was then. The caller
 * holds the item's lock.
 */
export async function nameSentItem(tx: Database, { partnerId, id, refundId }: PayoutItem, paidTransactionId: string): Promise<void> {
  if (refundId) {
    const whereRefund = and(eq(refunds.partnerId, partnerId), eq(refunds.id, refundId));
    await tx.update(refunds).set({ bankTransactionId: paidTransactionId }).where(whereRefund);
  }
  const whereItem = and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.id, id));
  await tx.update(payoutItems).set({ paidTransactionId }).where(whereItem);
}

/**
 * Records that the bank has made a payment that had been cancelled or rejected. An invoice's refund is booked on it, and misdirected money
 * is given back. Changes nothing and returns false if the money is no longer owed, because it was given back in another way. The caller has
 * locked the item.
 */
export async function settleEndedItem(tx: Database, actor: Actor, item: PayoutItem, paidTransactionId: string): Promise<boolean> {
  const { partnerId, refundId, bankTransactionId, amountCents } = item;
  const now = clock.now(actor);
  if (refundId) {
    const whereRefund = and(eq(refunds.partnerId, partnerId), eq(refunds.id, refundId));
    const { invoiceId, reason } = only(
      await tx.select({ invoiceId: refunds.invoiceId, reason: refunds.reason }).from(refunds).where(whereRefund),
    );
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const inProgress = await tx
      .select({ amountCents: refunds.amountCents })
      .from(refunds)
      .where(and(eq(refunds.partnerId, partnerId), eq(refunds.invoiceId, invoiceId), eq(refunds.status, "pending")));
    const reservedCents = inProgress.reduce((sum, refund) => sum + refund.amountCents, 0);
    if (amountCents > -invoice.amountTotalCents - reservedCents) return false;
    // The first refund has ended, and stays on record as failed.
    const secondRefund = { id: newId(), partnerId, invoiceId, amountCents, reason, isInFile: true, bankTransactionId: paidTransactionId };
    await tx.insert(refunds).values({ ...secondRefund, status: "paid", createdAt: now, endedAt: now });
    await bookRefund(tx, actor, invoice, secondRefund, now);
  }
  if (bankTransactionId) {
    const sentBack = { partnerId, id: bankTransactionId };
    const [owed] = await tx
      .select({ id: bankTransactions.id })
      .from(bankTransactions)
      .where(
        and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, bankTransactionId), eq(bankTransactions.state, "to_return")),
      )
      .for("update");
    if (!owed || (await isBeingSentBack(tx, sentBack))) return false;
    await recordReturn(tx, sentBack, "returned");
  }
  await tx
    .update(payoutItems)
    .set({ status: "paid", endedAt: now, paidTransactionId })
    .where(and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.id, item.id)));
  return true;
}

/**
 * Cancels a payment of a file: later downloads do not contain it, and the money is owed again. Stops nothing at a bank that has the file
 * already. Throws `invalid_payout_id`, and `changed_meanwhile` if the payment has ended.
 */
export function cancelItem(db: Database, actor: Actor, itemId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const item = await lockItem(tx, actor, itemId);
    await endUnpaid(tx, actor, item, "cancelled");
    await recordEvent(tx, actor, "payout_cancelled", { about: `payout:${item.payoutId}`, after: { amountCents: item.amountCents } });
  });
}

/** Ends an ordered payment as not made. The money is owed again. The caller has locked the item. */
export async function endUnpaid(tx: Database, actor: Actor, item: PayoutItem, status: "cancelled" | "rejected"): Promise<void> {
  const endedAt = clock.now(actor);
  if (item.refundId) {
    await tx
      .update(refunds)
      .set({ status: "failed", endedAt })
      .where(and(eq(refunds.partnerId, item.partnerId), eq(refunds.id, item.refundId)));
  }
  await tx
    .update(payoutItems)
    .set({ status, endedAt })
    .where(and(eq(payoutItems.partnerId, item.partnerId), eq(payoutItems.id, item.id)));
}

/**
 * Marks a payment of a file as made although no statement shows it. Throws `invalid_payout_id`, `changed_meanwhile` if the payment has ended, and
 * `second_person_required` while its file is not approved, or a second person must decide about its payee's name.
 */
export function markPaid(db: Database, actor: Actor, itemId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const item = await lockItem(tx, actor, itemId);
    if (item.isWaiting || isNameOpen(item)) throw new DomainError("second_person_required");
    await settleItem(tx, actor, item, null);
    await recordEvent(tx, actor, "refund_recorded", { about: `payout:${item.payoutId}`, after: { amountCents: item.amountCents } });
  });
}

/** Locks an ordered item. `isWaiting`: its file still waits for a second person. Throws `invalid_payout_id` and `changed_meanwhile`. */
export async function lockItem(
  tx: Database,
  actor: Actor,
  itemId: string,
): Promise<PayoutItem & { isWaiting: boolean; orderedBy: string }> {
  const [found] = await tx
    .select({
      item: payoutItems,
      needsApproval: payouts.needsApproval,
      approvedAt: payouts.approvedAt,
      orderedBy: payouts.createdBy,
    })
    .from(payoutItems)
    .innerJoin(payouts, and(eq(payouts.partnerId, payoutItems.partnerId), eq(payouts.id, payoutItems.payoutId)))
    .where(and(visibleTo(actor, payouts), eq(payoutItems.id, itemId)))
    .for("update", { of: payoutItems });
  if (!found) throw new DomainError("invalid_payout_id");
  if (found.item.status !== "ordered") throw new DomainError("changed_meanwhile");
  const { item, needsApproval, approvedAt, orderedBy } = found;
  return { ...item, isWaiting: needsApproval && approvedAt === null, orderedBy };
}
