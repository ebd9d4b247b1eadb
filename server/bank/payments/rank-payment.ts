import { and, eq, isNull, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { insertRows } from "@/db/insert-rows";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { probablePayments } from "@/db/schema/probable-payments";
import type { Actor } from "@/server/actor";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { findCandidates } from "./find-candidates";
import { probablyPaid } from "./rank-candidates";

/**
 * Ranks a payment again if it is undecided or its statement waits, and stores the invoices that it holds. The caller has locked the
 * payment.
 */
export async function rankAgain(tx: Database, actor: Actor, transaction: BankTransaction): Promise<void> {
  const isUndecided = ["open", "later", "waiting"].includes(transaction.state);
  if (!isUndecided || transaction.amountCents <= 0) return;
  const ranked = await findCandidates(tx, actor, transaction, await unbookedCents(tx, transaction));
  await keepHolds(tx, actor, [{ transaction, invoiceIds: probablyPaid(ranked) }]);
  await tx
    .update(bankTransactions)
    .set({ rankedAt: sql`now()` })
    .where(and(eq(bankTransactions.partnerId, transaction.partnerId), eq(bankTransactions.id, transaction.id)));
}

/** A payment at the desk, and the invoices that it probably pays. */
export interface HoldingPayment {
  transaction: BankTransaction;
  invoiceIds: string[];
}

/**
 * Stores the invoices that these payments of the actor's partner probably pay, and ends their other holds. Unchanged holds cause no write
 * and no announcement: the triggers of db/rules/probable_payments.sql record the beginning and end of each hold.
 */
export async function keepHolds(tx: Database, actor: Actor, payments: readonly HoldingPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const now = clock.now(actor);
  const { partnerId } = actor;
  const ids = payments.map(({ transaction }) => transaction.id);
  const ofTransactions = and(
    eq(probablePayments.partnerId, partnerId),
    isOneOf(probablePayments.bankTransactionId, ids),
    isNull(probablePayments.endedAt),
  );
  const current = await tx.select().from(probablePayments).where(ofTransactions);
  const wanted = payments.flatMap(({ transaction, invoiceIds }) =>
    invoiceIds.map((invoiceId) => ({ bankTransactionId: transaction.id, invoiceId })),
  );
  const endedIds = without(current, wanted).map(({ id }) => id);
  const begun = without(wanted, current);
  // Inserts new holds before ending old ones. An invoice that moves from one payment to another is then announced neither as released nor
  // as held.
  if (begun.length > 0)
    await insertRows(
      tx,
      probablePayments,
      begun.map((hold) => ({ ...hold, partnerId, id: newId(), createdAt: now })),
    );
  if (endedIds.length > 0)
    await tx
      .update(probablePayments)
      .set({ endedAt: now })
      .where(and(ofTransactions, isOneOf(probablePayments.id, endedIds)));
}

interface Held {
  bankTransactionId: string;
  invoiceId: string;
}

/** Returns the holds that are not among the others. */
function without<Hold extends Held>(holds: readonly Hold[], others: readonly Held[]): Hold[] {
  const keyOf = ({ bankTransactionId, invoiceId }: Held) => `${bankTransactionId} ${invoiceId}`;
  const keys = new Set(others.map(keyOf));
  return holds.filter((hold) => !keys.has(keyOf(hold)));
}
