import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type BankTransaction, type BankTransactionState, bankTransactions } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { proposals } from "@/db/schema/proposals";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { owedMoney } from "@/server/bank/refund-files/list-owed";
import type { TransactionTab } from "@/server/domain/rules/transaction-tabs";
import { centsInWord, searchWords } from "@/server/domain/words/search-words";
import { spellingsOf } from "@/server/domain/words/spellings";
import type { Page, PageRequest } from "@/server/platform/page";

/** A payment on a statement, as listed. Amounts in cents; positive: incoming. */
export interface ListedTransaction
  extends Pick<BankTransaction, "id" | "amountCents" | "currency" | "bookedOn" | "name" | "text" | "state" | "decisions" | "isReversal"> {
  companyName: string;
  /** Whether a proposed booking of the payment waits for a second person. */
  isProposed: boolean;
}

/** Payments of one company in one currency. */
export interface CompanySum {
  companyId: string;
  companyName: string;
  currency: string;
  count: number;
  /** Incoming less outgoing, in cents. */
  amountCents: number;
}

export interface TransactionPage extends Page<ListedTransaction> {
  /** Number of payments that the search finds, by tab. */
  counts: Record<TransactionTab, number>;
  /** The tab's payments that the search finds, by company. All companies that the actor sees, also if one is chosen. */
  sums: CompanySum[];
  /** Number of rows on the page "Give back". */
  owedCount: number;
}

export interface TransactionQuery extends PageRequest {
  tab: TransactionTab;
  companyId: string | null;
  /** Words that must all match; see `whereFound`. Absent or empty: all payments. */
  search?: string;
}

/** Lists payments: undecided ones oldest first, decided ones latest first. */
export async function listTransactions(
  db: Database,
  actor: Actor,
  { tab, companyId, search = "", pageNumber, pageSize }: TransactionQuery,
): Promise<TransactionPage> {
  const seen = withinCompany(actor, companyId);
  const found = and(...whereFound(search));
  const visible = and(visibleTo(seen, bankTransactions), found);
  const { id, amountCents, currency, bookedOn, name, state, decisions, isReversal, recordedOrder } = bankTransactions;
  const isToDo = tab === "open" || tab === "later";
  const order: SQL[] = isToDo ? [asc(bookedOn), asc(recordedOrder)] : [desc(bookedOn), desc(recordedOrder)];
  const [entries, counted, sums, owed] = await Promise.all([
    db
      .select({
        id,
        amountCents,
        currency,
        bookedOn,
        name,
        text: sql<string>`left(${bankTransactions.text}, 140)`,
        state,
        decisions,
        isReversal,
        companyName: companies.name,
        isProposed,
      })
      .from(bankTransactions)
      .innerJoin(companies, and(eq(companies.partnerId, bankTransactions.partnerId), eq(companies.id, bankTransactions.companyId)))
      .where(and(visible, whereInTab(tab)))
      .orderBy(...order)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    db
      .select({ state, count: sql`count(*)`.mapWith(Number) })
      .from(bankTransactions)
      .where(visible)
      .groupBy(state),
    sumByCompany(db, actor, and(whereInTab(tab), found)),
    db.execute<{ count: string }>(sql`select count(*) from (${owedMoney(seen)}) owed`),
  ]);
  const countOf = (of: TransactionTab) =>
    counted.filter(({ state: each }) => statesOf(of).includes(each)).reduce((sum, { count }) => sum + count, 0);
  const counts = {
    open: countOf("open"),
    later: countOf("later"),
    to_return: countOf("to_return"),
    booked: countOf("booked"),
    returned: countOf("returned"),
    noted: countOf("noted"),
  };
  return { entries, pageNumber, pageSize, totalEntries: counts[tab], counts, sums, owedCount: Number(only(owed).count) };
}

function sumByCompany(db: Database, actor: Actor, where: SQL | undefined): Promise<CompanySum[]> {
  const { companyId, currency, amountCents } = bankTransactions;
  return db
    .select({
      companyId,
      companyName: companies.name,
      currency,
      count: sql`count(*)`.mapWith(Number),
      amountCents: sql`sum(${amountCents})`.mapWith(Number),
    })
    .from(bankTransactions)
    .innerJoin(companies, and(eq(companies.partnerId, bankTransactions.partnerId), eq(companies.id, companyId)))
    .where(and(visibleTo(actor, bankTransactions), where))
    .groupBy(companyId, companies.name, currency)
    .orderBy(asc(companies.name), asc(companyId), asc(currency));
}

/**
 * Conditions: each word of the search is part of the payment's name, text, references or account, ignoring case and accents, or its
 * amount.
 */
function whereFound(search: string): SQL[] {
  const { name, text, iban, references, endToEndId, amountCents } = bankTransactions;
  const said = sql`fold_for_search(concat_ws(' ', ${name}, ${text}, ${iban}, array_to_string(${references}, ' '), ${endToEndId}))`;
  return searchWords(search).map((word) => {
    const cents = centsInWord(word);
    const isSaid = spellingsOf(word).map((spelling) => sql`strpos(${said}, fold_for_search(${spelling})) > 0`);
    const isAmount = cents === undefined ? [] : [sql`abs(${amountCents}) = ${cents}`];
    return sql`(${sql.join([...isSaid, ...isAmount], sql` or `)})`;
  });
}

const isProposed = sql<boolean>`exists (select from ${proposals} where ${proposals.partnerId} = ${bankTransactions.partnerId}
  and ${proposals.bankTransactionId} = ${bankTransactions.id} and ${proposals.decidedAt} is null)`;

/** Condition: the payment is in this tab. */
export function whereInTab(tab: TransactionTab): SQL {
  return inArray(bankTransactions.state, statesOf(tab));
}

/** States that a tab shows. `new` payments appear as open, because matching will soon open or book them; `waiting` ones do too. */
function statesOf(tab: TransactionTab): BankTransactionState[] {
  return tab === "open" ? ["waiting", "new", "open"] : [tab];
}
