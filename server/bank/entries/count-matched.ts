import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { type BankTransactionState, bankTransactions } from "@/db/schema/bank-transactions";
import { debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { type FailedDebit, MOST_NAMED } from "@/server/bank/debits/failed-debit";
import { readStatement } from "./statement-rows";

/** Results of matching the payments that a statement was the first to contain. */
export interface MatchedCount {
  /** Whether some are being matched (`new`). Payments of a statement that waits to be accepted are not. */
  isMatching: boolean;
  /** Number of booked payments, without those that took money back. */
  booked: number;
  /** Number of outgoing payments by which the bank took money back, such as a returned direct debit. */
  takenBack: number;
  /** The first returned direct debits among them. */
  returnedDebits: FailedDebit[];
  /** Number of payments that wait for a person's decision. */
  toDecide: number;
  /** Number of payments that are unrelated to invoices. */
  noted: number;
}

/** Counts what became of the payments that came by a statement. Throws `invalid_bank_statement_id`. */
export async function countMatched(db: Database, actor: Actor, statementId: string): Promise<MatchedCount> {
  const { id } = await readStatement(db, actor, statementId);
  const whereOfStatement = and(
    visibleTo(actor, bankTransactions),
    eq(statementEntries.partnerId, actor.partnerId),
    eq(statementEntries.statementId, id),
  );
  const found = await db
    .select({ state: bankTransactions.state, isTakingBack, count: count() })
    .from(statementEntries)
    .innerJoin(bankTransactions, ofEntry)
    .where(whereOfStatement)
    .groupBy(bankTransactions.state, isTakingBack);
  const countOf = (state: BankTransactionState, takesBack = false) =>
    found.find((each) => each.state === state && each.isTakingBack === takesBack)?.count ?? 0;
  const takenBack = countOf("booked", true);
  const { id: debitId, holder, fileCents, reasonCode, reasonText } = debits;
  const returned =
    takenBack === 0
      ? []
      : await db
          .select({ id: debitId, holder, amountCents: fileCents, reasonCode, reasonText })
          .from(statementEntries)
          .innerJoin(bankTransactions, ofEntry)
          .innerJoin(debits, and(eq(debits.partnerId, bankTransactions.partnerId), eq(debits.returnedTransactionId, bankTransactions.id)))
          .where(whereOfStatement)
          .orderBy(asc(bankTransactions.recordedOrder))
          .limit(MOST_NAMED);
  return {
    isMatching: countOf("new") > 0,
    booked: countOf("booked"),
    takenBack,
    returnedDebits: returned.map((debit) => ({ ...debit, amountCents: debit.amountCents ?? 0 })),
    toDecide: countOf("open"),
    noted: countOf("noted"),
  };
}

const ofEntry = and(eq(bankTransactions.partnerId, statementEntries.partnerId), eq(bankTransactions.entryId, statementEntries.id));

/** Whether a payment is booked as taking another one back. */
const isTakingBack = sql<boolean>`(${bankTransactions.state} = 'booked' and exists (select from ${payments}
  where ${payments.partnerId} = ${bankTransactions.partnerId} and ${payments.takenBackTransactionId} = ${bankTransactions.id}))`;
