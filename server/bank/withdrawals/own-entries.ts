import { and, eq, type SQL, sql } from "drizzle-orm";
import { statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";

/** Condition: the statement was the first to contain the entry. */
export function whereOwn(partnerId: string, statementId: string): SQL | undefined {
  return and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.statementId, statementId));
}

/** SQL for `from`, after `statement_entries`: the payments of the entry. */
export const joinPayments = sql`join ${bankTransactions} on ${bankTransactions.partnerId} = ${statementEntries.partnerId}
  and ${bankTransactions.entryId} = ${statementEntries.id}`;
