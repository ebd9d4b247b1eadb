import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { probablePayments } from "@/db/schema/probable-payments";
import type { Actor } from "@/server/actor";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { findCandidates } from "./find-candidates";
import { probablyPaid, type RankedPayment } from "./rank-candidates";

/**
 * Ranks a payment that is undecided or on a waiting statement again, and stores the invoices that it holds. The caller has locked its row.
 */
export async function rankAgain(tx: Database, actor: Actor, transaction: BankTransaction): Promise<void> {
  const isUndecided = ["open", "later", "waiting"].includes(transaction.state);
  if (!isUndecided || transaction.amountCents <= 0) return;
  await keepProbable(tx, actor, transaction, await findCandidates(tx, actor, transaction, await unbookedCents(tx, transaction)));
}

/**
 * Stores the invoices that a payment at the desk probably pays. Unchanged invoices cause no write and no announcement: the triggers of
 * db/rules/probable_payments.sql record the beginning and end of each hold.
 */
export async function keepProbable(
  tx: Database,
  actor: Actor,
  { partnerId, id: bankTransactionId }: BankTransaction,
  ranked: RankedPayment,
): Promise<void> {
  const now = clock.now(actor);
  const paid = probablyPaid(ranked);
  const ofTransaction = and(
    eq(probablePayments.partnerId, partnerId),
    eq(probablePayments.bankTransactionId, bankTransactionId),
    isNull(probablePayments.endedAt),
  );
  const kept = await tx
    .select({ id: probablePayments.id, invoiceId: probablePayments.invoiceId })
    .from(probablePayments)
    .where(ofTransaction);
  const over = kept.filter(({ invoiceId }) => !paid.includes(invoiceId)).map(({ id }) => id);
  const begun = paid.filter((invoiceId) => !kept.some((each) => each.invoiceId === invoiceId));
  // Inserts new holds before deleting old ones. An invoice that moves from one payment to another is then announced neither as released nor
  // as held.
  if (begun.length > 0)
    await tx
      .insert(probablePayments)
      .values(begun.map((invoiceId) => ({ partnerId, id: newId(), bankTransactionId, invoiceId, createdAt: now })));
  if (over.length > 0)
    await tx
      .update(probablePayments)
      .set({ endedAt: now })
      .where(and(ofTransaction, inArray(probablePayments.id, over)));
  await tx
    .update(bankTransactions)
    .set({ rankedAt: sql`now()` })
    .where(and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.id, bankTransactionId)));
}
