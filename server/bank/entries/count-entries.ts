import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import type { Actor } from "@/server/actor";
import type { CategoryFilter, EntryOutcome } from "@/server/domain/rules/statement-list";
import { filterOfCategory, outcomeOf, placedPayments, type ReadStatement, readStatement, whereListed } from "./statement-rows";

/** Rows of a statement's list with the same outcome and category. */
export interface EntryCount {
  outcome: EntryOutcome;
  /** The filter by category that shows these rows; null: they are shown only without a filter by category. */
  category: CategoryFilter | null;
  count: number;
  /** Sum of the bank's amounts, in cents; outgoing money is negative. */
  amountCents: number;
  /** Sum of the parts that the outcome is about (`countedCents` of `ListedEntry`). */
  countedCents: number;
}

/**
 * Counts the rows of a statement's list, in groups from which each filter's count and sum follow. Throws `invalid_bank_statement_id`.
 */
export async function countEntries(db: Database, actor: Actor, statementId: string): Promise<EntryCount[]> {
  const statement = await readStatement(db, actor, statementId);
  const counted = await db.execute<Group>(countStatement(actor, statement));
  return counted.map(({ outcome, category, ...sums }) => ({
    outcome,
    category,
    count: Number(sums.count),
    amountCents: Number(sums.amountCents),
    countedCents: Number(sums.countedCents),
  }));
}

/** Returns the SQL that counts the rows of a bank statement's list. */
export function countStatement(actor: Actor, statement: ReadStatement): SQL {
  return sql`select ${outcomeOf} as outcome, ${filterOfCategory} as category, count(*) as count,
      sum(${bankTransactions.amountCents}) as "amountCents", sum(${countedCents}) as "countedCents"
    from ${placedPayments(actor, statement)}
    where ${whereListed(actor, { outcome: null, category: null })}
    group by 1, 2`;
}

type Group = Pick<EntryCount, "outcome" | "category"> & { count: string; amountCents: string; countedCents: string };
