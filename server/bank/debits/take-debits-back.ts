import { and, asc, eq, isNull } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { type Payment, payments } from "@/db/schema/payments";
import type { Actor } from "@/server/actor";
import { debitReasonOf } from "@/server/domain/rules/debit-reasons";
import { DomainError } from "@/server/errors";
import { mayBeCorrection } from "./may-be-correction";
import { endMandates, isOfFormerAccount } from "./record-mandate-use";
import { recordReturn } from "./return-debit";

/**
 * Records the return of the debits that these payments are parts of, as a person has recognised it. A mandate ends if the bank's reason says
 * so. Returns the ids of debits whose payers may owe a fee: the bank's reason is known and allows one, and it does not correct an entry of its
 * own. The caller has locked the invoices, and charges the payments back. Throws `invalid_payment_id` unless the payments are all parts of
 * each debit: banks return whole debits.
 */
export async function takeDebitsBack(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  taken: readonly Pick<Payment, "id" | "debitId">[],
): Promise<ReadonlySet<string>> {
  const ids = new Set(taken.flatMap(({ debitId }) => debitId ?? []));
  if (ids.size === 0) return new Set();
  const whereTaken = and(eq(debits.partnerId, actor.partnerId), isOneOf(debits.id, ids));
  const locked = await tx.select().from(debits).where(whereTaken).orderBy(asc(debits.id)).for("update");
  const parts = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        ...[eq(payments.partnerId, actor.partnerId), isOneOf(payments.debitId, ids)],
        ...[isNull(payments.undoneBy), eq(payments.status, "paid")],
      ),
    );
  const takenIds = new Set(taken.map(({ id }) => id));
  const areWhole = parts.every(({ id }) => takenIds.has(id)) && locked.every(({ status }) => status === "booked");
  if (!areWhole) throw new DomainError("invalid_payment_id");
  for (const debit of locked) await recordReturn(tx, actor, debit, transaction);
  const { returnReason } = transaction;
  const reason = debitReasonOf(returnReason);
  const withFee = new Set<string>();
  if (reason?.isFeeAllowed && !mayBeCorrection(transaction))
    for (const debit of locked) if (!(await isOfFormerAccount(tx, actor, debit, returnReason))) withFee.add(debit.id);
  if (reason?.endsMandate)
    await endMandates(
      tx,
      actor,
      locked.map((debit) => ({ ...debit, code: returnReason })),
    );
  return withFee;
}
