import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements, repeatedEntries, statementEntries } from "@/db/schema/bank-statements";
import { bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { type Actor, visibleTo } from "@/server/actor";
import { type CategoryFilter, type EntryOutcome, type EntrySort, showsCounted } from "@/server/domain/rules/statement-list";
import { DomainError } from "@/server/errors";

/** Filter of the rows in a statement's list. Each row is one payment of an entry. */
export interface EntryFilter {
  /** Null: all. */
  outcome: EntryOutcome | null;
  /** Null: all. */
  category: CategoryFilter | null;
}

export interface EntryOrder {
  sort: EntrySort;
  direction: "asc" | "desc";
}

/** A statement whose rows are read. */
export interface ReadStatement {
  id: string;
  /** Whether earlier statements contained some of its entries. */
  hasRepeats: boolean;
  iban: string;
  /** Number assigned by the bank; empty if there is none. */
  number: string;
  /** First and last day; null if the file does not tell. */
  openingOn: string | null;
  closingOn: string | null;
}

/** Reads a statement. Throws `invalid_bank_statement_id`, also if the actor does not see its company. */
export async function readStatement(db: Database, actor: Actor, statementId: string): Promise<ReadStatement> {
  const hasRepeats = sql<boolean>`exists (select from repeated_entries r
    where r.partner_id = ${bankStatements.partnerId} and r.statement_id = ${bankStatements.id})`;
  const { id, iban, number, openingOn, closingOn } = bankStatements;
  const where = and(visibleTo(actor, bankStatements), eq(id, statementId));
  const [statement] = await db.select({ id, iban, number, openingOn, closingOn, hasRepeats }).from(bankStatements).where(where);
  if (!statement) throw new DomainError("invalid_bank_statement_id");
  return statement;
}

/**
 * SQL for `from`: the entries of a statement with the alias `placed`, those that it brought and those that earlier statements brought. Without
 * the latter, Postgres reads the entries in order from the index, so that the first pages of a long statement need not read all of it.
 */
export function placedEntries({ partnerId }: Actor, { id, hasRepeats }: ReadStatement): SQL {
  const own = sql`select ${statementEntries.id} as entry_id, ${statementEntries.line} as line, false as is_repeat from ${statementEntries}
    where ${and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.statementId, id))}`;
  if (!hasRepeats) return sql`(${own}) placed`;
  return sql`(${own} union all select ${repeatedEntries.entryId}, ${repeatedEntries.line}, true from ${repeatedEntries}
    where ${and(eq(repeatedEntries.partnerId, partnerId), eq(repeatedEntries.statementId, id))}) placed`;
}

/** SQL for `from`: the payments of these entries. */
export function placedPayments(actor: Actor, statement: ReadStatement): SQL {
  return sql`${placedEntries(actor, statement)}
    join ${bankTransactions} on ${bankTransactions.partnerId} = ${actor.partnerId} and ${bankTransactions.entryId} = placed.entry_id`;
}

/** Outcome of a payment by its state. As at the desk, `new` and `waiting` payments count as `open`. */
export const outcomeOfState = sql<EntryOutcome>`case when ${bankTransactions.state} in ('waiting', 'new') then 'open'
  else ${bankTransactions.state}::text end`;

/** Outcome of a payment in the statement's list, where the entries of earlier statements are `repeated`. */
export const outcomeOf = sql<EntryOutcome>`case when placed.is_repeat then 'repeated' else ${outcomeOfState} end`;

/** The filter by category that shows a payment; null if it is not of the kind that has categories. */
export const filterOfCategory = sql<CategoryFilter | null>`case when ${bankTransactions.state} = 'noted'
  then coalesce(${bankTransactions.category}::text, 'none') end`;

/** Condition: the payment is visible, and matches the filter. */
export function whereListed(actor: Actor, { outcome, category }: EntryFilter): SQL | undefined {
  return and(
    visibleTo(actor, bankTransactions),
    outcome ? sql`${outcomeOf} = ${outcome}` : undefined,
    category ? sql`${filterOfCategory} = ${category}` : undefined,
  );
}

/** The values by which rows are sorted, amounts as listed. Rows that are equal in them stand in the order of the file. */
export function keysOf({ sort, ...filter }: { sort: EntrySort } & EntryFilter): SQL[] {
  const amount = showsCounted(filter) ? countedCents : sql`${bankTransactions.amountCents}`;
  const first = { place: [], day: [sql`${bankTransactions.bookedOn}`], name: [sql`lower(${bankTransactions.name})`], amount: [amount] };
  return [...first[sort], sql`placed.line`, sql`${bankTransactions.recordedOrder}`];
}

/** The order of the rows. */
export function orderOf({ direction, ...listed }: EntryOrder & EntryFilter): SQL {
  const by = direction === "asc" ? asc : desc;
  return sql.join(keysOf(listed).map(by), sql`, `);
}
