import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { type PayoutItem, payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import type { Actor } from "@/server/actor";
import { recordDecision, recordReturn } from "@/server/bank/transaction-states/transaction-state";
import { clock } from "@/server/platform/clock";
import { bookTransaction } from "./book-transaction";

/**
 * Records that this payment on a statement is a paid refund that came back: its money is owed again. The caller has locked both.
 */
export async function returnItem(tx: Database, actor: Actor, transaction: BankTransaction, item: PayoutItem): Promise<void> {
  const { partnerId, id: returnedTransactionId } = transaction;
  await tx
    .update(payoutItems)
    .set({ status: "returned", endedAt: clock.now(actor), returnedTransactionId })
    .where(and(eq(payoutItems.partnerId, partnerId), eq(payoutItems.id, item.id)));
  if (item.refundId) await oweAgain(tx, actor, transaction, item.refundId);
  else await markToReturnAgain(tx, actor, transaction, item.bankTransactionId ?? "");
}

/** Books the return as owed to the customer, without a receipt. */
async function oweAgain(tx: Database, actor: Actor, transaction: BankTransaction, refundId: string): Promise<void> {
  const where = and(eq(refunds.partnerId, transaction.partnerId), eq(refunds.id, refundId));
  const [refund] = await tx.select({ invoiceId: refunds.invoiceId }).from(refunds).where(where);
  if (!refund) throw new Error(`Refund ${refundId} is gone`);
  const parts = [{ invoiceId: refund.invoiceId, amountCents: transaction.amountCents }];
  await bookTransaction(tx, actor, transaction, parts, { isReturn: true });
}

/**
 * Marks a payment that was sent back as `to_return` again, because the money came back. Books nothing: `transaction`, with which it came
 * back, gets the state `noted`.
 */
async function markToReturnAgain(tx: Database, actor: Actor, transaction: BankTransaction, bankTransactionId: string): Promise<void> {
  await recordReturn(tx, { partnerId: transaction.partnerId, id: bankTransactionId }, "to_return");
  await recordDecision(tx, actor, transaction, "noted");
}
