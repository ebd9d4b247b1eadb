import { and, eq, type SQL, sql } from "drizzle-orm";
import { repeatedEntries, statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";

/** Condition: the entry belongs to the statement. */
export function whereOwn(partnerId: string, statementId: string): SQL | undefined {
  return and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.statementId, statementId));
}

/** SQL for `from`, after `statement_entries`: the payments of the entry. */
export const joinPayments = sql`join ${bankTransactions} on ${bankTransactions.partnerId} = ${statementEntries.partnerId}
  and ${bankTransactions.entryId} = ${statementEntries.id}`;

/** Condition: another statement that is not withdrawn contains the entry as well. */
export const isInAnother: SQL = sql`exists (select from ${repeatedEntries} other
  join bank_statements kept on kept.partner_id = other.partner_id and kept.id = other.statement_id and kept.withdrawal_id is null
  where other.partner_id = ${statementEntries.partnerId} and other.entry_id = ${statementEntries.id})`;
