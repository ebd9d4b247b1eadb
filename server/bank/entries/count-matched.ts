import { and, count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { statementEntries } from "@/db/schema/bank-statements";
import { type BankTransactionState, bankTransactions } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo } from "@/server/actor";
import { readStatement } from "./statement-rows";

/** Results of matching the payments that a statement was the first to contain. */
export interface MatchedCount {
  /** Whether some are being matched (`new`). Payments of a statement that waits to be accepted are not. */
  isMatching: boolean;
  booked: number;
  /** Number of payments that wait for a person's decision. */
  toDecide: number;
  /** Number of payments that are unrelated to invoices. */
  noted: number;
}

/** Counts what became of the payments that came by a statement. Throws `invalid_bank_statement_id`. */
export async function countMatched(db: Database, actor: Actor, statementId: string): Promise<MatchedCount> {
  const { id } = await readStatement(db, actor, statementId);
  const found = await db
    .select({ state: bankTransactions.state, count: count() })
    .from(statementEntries)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, statementEntries.partnerId), eq(bankTransactions.entryId, statementEntries.id)),
    )
    .where(and(visibleTo(actor, bankTransactions), eq(statementEntries.partnerId, actor.partnerId), eq(statementEntries.statementId, id)))
    .groupBy(bankTransactions.state);
  const countOf = (state: BankTransactionState) => found.find((each) => each.state === state)?.count ?? 0;
  return { isMatching: countOf("new") > 0, booked: countOf("booked"), toDecide: countOf("open"), noted: countOf("noted") };
}
