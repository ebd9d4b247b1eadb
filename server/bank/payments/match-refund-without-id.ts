import { and, asc, eq, gte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { type PayoutItem, payoutItems } from "@/db/schema/payouts";
import type { Actor } from "@/server/actor";
import { settleItem } from "@/server/bank/refund-files/end-item";
import { recordDecision, recordMatches } from "@/server/bank/transaction-states/transaction-state";
import { findProposedBooking } from "@/server/billing/approvals/find-proposed-booking";
import { findOwnRefunds, isMarkedAsSent, type OwnRefund } from "./own-refunds";
import { onlyFit } from "./refund-fit";
import { returnItem } from "./return-item";

/**
 * Matches a payment with a refund file by account, name and text, because files such as CSV often name no end-to-end id. Returns true if the
 * payment is decided or left to a person.
 * - Outgoing money that fits exactly one ordered item closes that item. A person decides if several items fit, if only a part of the name or a
 *   hint fits, or if the entry may be a repetition.
 * - Incoming money that fits exactly one paid item, and is called a return by the bank or the text, reopens the debt.
 *
 * `found`: what `findOwnRefunds` has found for the payment.
 */
export async function matchRefundWithoutId(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  found: readonly OwnRefund[],
): Promise<boolean> {
  if (found.length === 0) return false;
  if (transaction.amountCents > 0) return matchReturn(tx, actor, transaction, found);
  const only = onlyFit(found);
  // A person has marked the refund as sent, which booked it, so the entry changes nothing.
  if (only && isMarkedAsSent(only.item)) return false;
  const isSure = !transaction.mayBeDuplicate && only?.fit.by !== "few_words" && only?.fit.by !== "hint";
  const item = isSure ? await lockItemIf(tx, only?.item, "ordered") : undefined;
  if (!item) {
    await recordMatches(tx, [transaction], "open");
    return true;
  }
  await settleItem(tx, actor, item, transaction.id);
  await recordDecision(tx, actor, transaction, "booked");
  await matchEarlierReturns(tx, actor, transaction);
  return true;
}

/** Reopens the debt if the entry is certainly the return of a refund. */
async function matchReturn(tx: Database, actor: Actor, transaction: BankTransaction, found: readonly OwnRefund[]): Promise<boolean> {
  const only = onlyFit(found);
  if (transaction.mayBeDuplicate || !only?.fit.isReturn) return false;
  const item = await lockItemIf(tx, only.item, "paid");
  if (item) await returnItem(tx, actor, transaction, item);
  return item !== undefined;
}

/** Matches returns that stand before the outgoing payment in the file: many CSV files begin with the newest row. */
async function matchEarlierReturns(tx: Database, actor: Actor, { partnerId, bankAccountId, amountCents, bookedOn }: BankTransaction) {
  const earlier = await tx
    .select()
    .from(bankTransactions)
    .where(
      and(
        eq(bankTransactions.partnerId, partnerId),
        eq(bankTransactions.bankAccountId, bankAccountId),
        eq(bankTransactions.amountCents, -amountCents),
        eq(bankTransactions.state, "open"),
        eq(bankTransactions.decisions, 0),
        gte(bankTransactions.bookedOn, bookedOn),
      ),
    )
    .orderBy(asc(bankTransactions.recordedOrder))
    .for("update", { skipLocked: true });
  for (const transaction of earlier) {
    const found = (await findOwnRefunds(tx, [transaction])).get(transaction.id) ?? [];
    if (!(await findProposedBooking(tx, partnerId, transaction.id))) await matchReturn(tx, actor, transaction, found);
  }
}

/** Locks an item of a refund file; undefined if it has another status by now. */
export async function lockItemIf(
  tx: Database,
  item: PayoutItem | undefined,
  status: PayoutItem["status"],
): Promise<PayoutItem | undefined> {
  if (!item) return undefined;
  const { partnerId, id } = payoutItems;
  const where = and(eq(partnerId, item.partnerId), eq(id, item.id), eq(payoutItems.status, status));
  const [locked] = await tx.select().from(payoutItems).where(where).for("update");
  return locked;
}
