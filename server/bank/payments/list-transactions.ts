import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type BankTransaction, type BankTransactionState, bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { proposals } from "@/db/schema/proposals";
import { type Actor, visibleTo, withinCompany } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { owedMoney } from "@/server/bank/refund-files/list-owed";
import type { CategoryFilter } from "@/server/domain/rules/statement-list";
import type { TransactionTab } from "@/server/domain/rules/transaction-tabs";
import { plainLetters } from "@/server/domain/words/plain-letters";
import { centsInWord, searchWords } from "@/server/domain/words/search-words";
import { spellingsOf } from "@/server/domain/words/spellings";
import type { Page, PageRequest } from "@/server/platform/page";
import { countCollectedDebits } from "./count-collected-debits";

/** A payment on a statement, as listed. Amounts in cents; positive: incoming. */
export interface ListedTransaction
  extends Pick<
    BankTransaction,
    | "id"
    | "companyId"
    | "amountCents"
    | "currency"
    | "bookedOn"
    | "name"
    | "text"
    | "state"
    | "decisions"
    | "isReversal"
    | "category"
    | "categoryText"
  > {
  companyName: string;
  /** The part that the state is about: all of a booked or outgoing payment, otherwise what is not booked on invoices. */
  countedCents: number;
  /** Whether a proposed booking of the payment waits for a second person. */
  isProposed: boolean;
  /** Number of direct debits that it collected; only of payments without a name, otherwise 0. */
  debitsCount: number;
}

/** Payments of one company in one currency. */
export interface CompanySum {
  companyId: string;
  companyName: string;
  currency: string;
  count: number;
  /**
   * Sum of the incoming payments, in cents; of a payment that is booked in part, only what is left. Payments of the category `duplicate` are
   * not added, unless the list is filtered by it.
   */
  cameCents: number;
  /** Sum of the outgoing payments in the same way, 0 or below. */
  wentCents: number;
}

export interface TransactionPage extends Page<ListedTransaction> {
  /** Number of payments that the search finds, by tab. */
  counts: Record<TransactionTab, number>;
  /** Sums of the tab's payments that the search finds, for each company that the actor sees, even if one is chosen. */
  sums: CompanySum[];
  /** Number of rows on the page "Refunds". */
  owedCount: number;
}

export interface TransactionQuery extends PageRequest {
  tab: TransactionTab;
  companyId: string | null;
  /** Words that must all match; see `whereFound`. Absent or empty: all payments. */
  search?: string;
  /** Only for the tab `noted`; absent: all. */
  category?: CategoryFilter | null;
}

/** Maximum number of characters of a text that are read, so that the payer's words are found within the bank's. */
const READ_LENGTH = 1_000;
/** Maximum number of characters of a text that are listed. */
const SHOWN_LENGTH = 140;

/** Lists the payments of a tab: undecided payments oldest first, decided payments latest first. */
export async function listTransactions(
  db: Database,
  actor: Actor,
  { tab, companyId, search = "", category, pageNumber, pageSize }: TransactionQuery,
): Promise<TransactionPage> {
  const limitedActor = withinCompany(actor, companyId);
  const { id, amountCents, currency, bookedOn, name, references, state, decisions, isReversal, categoryText, recordedOrder } =
    bankTransactions;
  const isToDo = tab === "open" || tab === "later";
  const order: SQL[] = isToDo ? [asc(bookedOn), asc(recordedOrder)] : [desc(bookedOn), desc(recordedOrder)];
  const found = whereFound(search);
  const ofTab = [whereInTab(tab), ...found, ...(tab === "noted" && category ? [whereCategory(category)] : [])];
  const [rows, summed, summedOfTab, owed] = await Promise.all([
    db
      .select({
        id,
        companyId: bankTransactions.companyId,
        amountCents,
        currency,
        bookedOn,
        name,
        references,
        text: sql<string>`left(${bankTransactions.text}, ${READ_LENGTH})`,
        state,
        decisions,
        isReversal,
        category: bankTransactions.category,
        categoryText,
        companyName: companies.name,
        countedCents,
        isProposed,
      })
      .from(bankTransactions)
      .innerJoin(companies, and(eq(companies.partnerId, bankTransactions.partnerId), eq(companies.id, bankTransactions.companyId)))
      .where(and(visibleTo(limitedActor, bankTransactions), ...ofTab))
      .orderBy(...order)
      .limit(pageSize)
      .offset((pageNumber - 1) * pageSize),
    sumUp(db, actor, found),
    category ? sumUp(db, actor, ofTab, category) : undefined,
    db.execute<{ count: string }>(sql`select count(*) from (${owedMoney((table) => visibleTo(limitedActor, table))}) owed`),
  ]);
  const nameless = rows.filter((row) => !row.name).map((row) => row.id);
  const debitsOf = await countCollectedDebits(db, limitedActor, nameless);
  const entries = rows.map(({ references: listed, ...row }) => ({
    ...row,
    text: shownText(row.text, listed).slice(0, SHOWN_LENGTH),
    debitsCount: debitsOf.get(row.id) ?? 0,
  }));
  const summedOfCompany = companyId === null ? summed : summed.filter((sum) => sum.companyId === companyId);
  const countOf = (of: TransactionTab) =>
    summedOfCompany.filter(({ state: each }) => statesOf(of).includes(each)).reduce((sum, { count }) => sum + count, 0);
  const counts = {
    open: countOf("open"),
    later: countOf("later"),
    to_return: countOf("to_return"),
    booked: countOf("booked"),
    returned: countOf("returned"),
    noted: countOf("noted"),
  };
  const sums = inAllStates(summedOfTab ?? summed.filter(({ state: each }) => statesOf(tab).includes(each)));
  const ofCompany = sums.filter((sum) => companyId === null || sum.companyId === companyId);
  const totalEntries = ofCompany.reduce((sum, { count }) => sum + count, 0);
  return { entries, pageNumber, pageSize, totalEntries, counts, sums, owedCount: Number(only(owed).count) };
}

interface StateSum extends CompanySum {
  state: BankTransactionState;
}

/**
 * Sums up the payments that meet these conditions, by company, currency and state. `category`: the category that the conditions require, if they
 * require one.
 */
function sumUp(db: Database, actor: Actor, where: readonly SQL[], category?: CategoryFilter): Promise<StateSum[]> {
  const { companyId, currency, state, amountCents } = bankTransactions;
  const sumIf = (which: SQL) => sql`coalesce(sum(${countedCents}) filter (where ${which}), 0)`.mapWith(Number);
  const isSummed = category === "duplicate" ? sql`true` : sql`${bankTransactions.category} is distinct from 'duplicate'`;
  return db
    .select({
      companyId,
      companyName: companies.name,
      currency,
      state,
      count: sql`count(*)`.mapWith(Number),
      cameCents: sumIf(sql`${isSummed} and ${amountCents} > 0`),
      wentCents: sumIf(sql`${isSummed} and ${amountCents} < 0`),
    })
    .from(bankTransactions)
    .innerJoin(companies, and(eq(companies.partnerId, bankTransactions.partnerId), eq(companies.id, companyId)))
    .where(and(visibleTo(actor, bankTransactions), ...where))
    .groupBy(companyId, companies.name, currency, state)
    .orderBy(asc(companies.name), asc(companyId), asc(currency));
}

/** Adds up the sums of a company and currency over several states. */
function inAllStates(sums: readonly StateSum[]): CompanySum[] {
  const byCompany = new Map<string, CompanySum>();
  for (const { state, ...sum } of sums) {
    const key = `${sum.companyId} ${sum.currency}`;
    const before = byCompany.get(key);
    const added = before && {
      count: before.count + sum.count,
      cameCents: before.cameCents + sum.cameCents,
      wentCents: before.wentCents + sum.wentCents,
    };
    byCompany.set(key, { ...sum, ...added });
  }
  return [...byCompany.values()];
}

/**
 * Condition: each word of the search is part of the payment's name, text, references or account, ignoring case and accents, or its amount,
 * whole or as listed. "Müller" finds Mueller, and "Mueller" Müller. No condition for a search without words.
 */
function whereFound(search: string): SQL[] {
  const { name, text, iban, references, endToEndId, amountCents } = bankTransactions;
  const written = sql`concat_ws(' ', ${name}, ${text}, ${iban}, array_to_string(${references}, ' '), ${endToEndId})`;
  const words = searchWords(search).map((word) => {
    const cents = centsInWord(word);
    const isInText = sql`found.folded like any(${textArray(spellingsOf(word).map(patternOf))}::text[])`;
    return cents === undefined ? isInText : sql`(${isInText} or ${Math.abs(cents)} in (abs(${amountCents}), abs(${countedCents})))`;
  });
  if (words.length === 0) return [];
  // `offset 0` keeps Postgres from folding the text again for each word and spelling.
  return [sql`exists (select from (select ${folded(written)} as folded offset 0) found where ${sql.join(words, sql` and `)})`];
}

/** Returns the pattern of a text that contains the word. */
function patternOf(word: string): string {
  return `%${plainLetters(word).replace(/[\\%_]/g, "\\$&")}%`;
}

/** Returns the text in lower case, letters with accents in each of their spellings. Texts in ASCII, as most are, are only lower-cased. */
function folded(written: SQL): SQL {
  const low = sql`lower(line.written)`;
  return sql`(select case when octet_length(line.written) = char_length(line.written) then ${low}
    else concat_ws(' ', ${withoutAccents(low)}, ${withoutAccents(inTwoLetters(low))}) end from (select ${written} as written offset 0) line)`;
}

/**
 * Returns lower-case text without the accents of Latin languages. Uses only built-in functions, because `fold_for_search` takes a millisecond
 * a row.
 */
function withoutAccents(written: SQL): SQL {
  // `translate` removes the combining marks, because they have no counterpart.
  const marks = "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0326\u0327\u0328";
  const bare = sql`translate(normalize(${written}, NFD), ${`øłđ${marks}`}, 'old')`;
  return sql`replace(replace(replace(${bare}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`;
}

/** Returns lower-case text with ä, ö and ü, and their Nordic relatives, as two letters. */
function inTwoLetters(written: SQL): SQL {
  const pairs = { ä: "ae", å: "aa", ö: "oe", ø: "oe", ü: "ue" };
  return Object.entries(pairs).reduce((text, [letter, pair]) => sql`replace(${text}, ${letter}, ${pair})`, sql`normalize(${written}, NFC)`);
}

/** Whether a booking of the payment waits for a second person. */
export const isProposed = sql<boolean>`exists (select from ${proposals} where ${proposals.partnerId} = ${bankTransactions.partnerId}
  and ${proposals.bankTransactionId} = ${bankTransactions.id} and ${proposals.decidedAt} is null)`;

/** Condition: the payment has this category; `none`: no category. */
function whereCategory(category: CategoryFilter): SQL {
  return category === "none" ? isNull(bankTransactions.category) : eq(bankTransactions.category, category);
}

/** Condition: the payment is in this tab. */
export function whereInTab(tab: TransactionTab): SQL {
  return inArray(bankTransactions.state, statesOf(tab));
}

/** States that a tab shows. `new` payments appear as open, because matching will soon open or book them; so do `waiting` payments. */
function statesOf(tab: TransactionTab): BankTransactionState[] {
  return tab === "open" ? ["waiting", "new", "open"] : [tab];
}
