import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { matchAgain, recordMatches } from "@/server/bank/transaction-states/transaction-state";

/**
 * Releases debits from returns that wait beside them for a booking, because the payments were withdrawn with their statements. Other payments
 * that describe the same return are matched again, so that one of them waits in place of it. Leaves those about which a person has decided. The
 * caller has locked and withdrawn the payments.
 */
export async function releaseWaitingReturns(tx: Database, partnerId: string, entryIds: readonly string[]): Promise<void> {
  const ofEntries = sql`${debits.returnedTransactionId} in (select t.id from bank_transactions t
    where t.partner_id = ${partnerId} and t.entry_id = any(${textArray(entryIds)}::text[]))`;
  const released = await tx
    .update(debits)
    .set({ returnedTransactionId: null })
    .where(and(eq(debits.partnerId, partnerId), inArray(debits.status, ["at_bank", "rejected"]), ofEntries))
    .returning({ endToEndId: debits.endToEndId });
  if (released.length === 0) return;
  const { partnerId: of, id, state, decisions } = bankTransactions;
  const whereOther = whereReturns(
    partnerId,
    released.map((debit) => debit.endToEndId),
  );
  const noted = await tx
    .select({ partnerId: of, id })
    .from(bankTransactions)
    .where(and(whereOther, eq(state, "noted"), eq(decisions, 0)))
    .for("update", { skipLocked: true });
  await recordMatches(tx, noted, "open");
  await matchAgain(tx, whereOther);
}

/** Condition: an outgoing payment has the end-to-end id of one of these debits. The index `bank_transactions_returning` has the same condition. */
export function whereReturns(partnerId: string, endToEndIds: readonly string[]): SQL | undefined {
  const { partnerId: of, endToEndId, amountCents } = bankTransactions;
  const whereNamed = sql`${endToEndId} <> '' and lower(${endToEndId}) = any(${textArray(endToEndIds)}::text[])`;
  return and(eq(of, partnerId), sql`${amountCents} < 0`, whereNamed);
}
