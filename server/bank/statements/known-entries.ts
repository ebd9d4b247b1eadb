import { and, eq, isNull, lte, ne, notLike, or, type SQL, sql } from "drizzle-orm";
import { isOneOf, plainArray, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { bankStatements, repeatedEntries, statementEntries, statementEntryKeys } from "@/db/schema/bank-statements";
import type { CheckedStatement } from "./check-statement";
import { csvKeyStart } from "./entry-key";
import type { ReadEntry, StatementEntry, StatementFamily } from "./statement";

/** The scope in which entries are looked up. */
export interface EntryPlace {
  tx: Database;
  partnerId: string;
  iban: string;
  currency: string;
  family: StatementFamily;
}

/** An entry with its key, and its number among the entries with the same key, from 1. */
export interface KeyedEntry {
  entry: ReadEntry["entry"];
  key: string;
  ordinal: number;
}

/** A stored entry. `hasKeyOfKind`: a file of this kind has contained the entry before, so that it has this kind's key. */
interface KnownEntry {
  entryId: string;
  isItemized: boolean;
  hasKeyOfKind: boolean;
}

/** Whether CSV files with other columns have already brought rows for the account. */
export async function hasOtherRows(place: EntryPlace, sheet: string): Promise<boolean> {
  const { key } = statementEntryKeys;
  const found = await place.tx.select({ key }).from(statementEntryKeys).where(whereOtherRows(place, sheet)).limit(1);
  return found.length > 0;
}

/** Statements of the account that matter for the entries of the statement that is being stored. */
export interface Surroundings {
  /** Ids of the statements from this kind of file that end with this one's opening balance, on its opening day or before. */
  precedingIds: string[];
  /** Ids of earlier versions of this intraday report: those that contain its first day from the same balance on. */
  earlierIds: string[];
  /** Whether the account has statements from another kind of file. */
  hasOtherFamilies: boolean;
}

/**
 * Finds the statements around one that is being stored. An intraday report is an earlier version
 * - if it begins with the same balance on the same day; or
 * - if it ends with that balance on that day, and its entries of the day sum to 0, so that the day also began with that balance.
 */
export async function findSurroundings(
  place: EntryPlace,
  { openingCents, openingOn }: CheckedStatement,
  statementId: string,
): Promise<Surroundings> {
  const { tx, partnerId, iban, currency, family } = place;
  const { id, closingOn } = bankStatements;
  const ofAccount = and(
    eq(bankStatements.partnerId, partnerId),
    eq(bankStatements.iban, iban),
    eq(bankStatements.currency, currency),
    isNull(bankStatements.withdrawalId),
    ne(id, statementId),
  );
  const [other] = await tx
    .select({ id })
    .from(bankStatements)
    .where(and(ofAccount, ne(bankStatements.family, family)))
    .limit(1);
  const hasOtherFamilies = other !== undefined;
  if (openingCents === null || openingOn === null) return { precedingIds: [], earlierIds: [], hasOtherFamilies };
  const isEarlier = sql<boolean>`(${bankStatements.family} = 'camt052' and ${bankStatements.openingCents} = ${openingCents}
    and ${bankStatements.openingOn} = ${openingOn})`;
  const isPreceding = and(eq(bankStatements.closingCents, openingCents), lte(bankStatements.closingOn, openingOn));
  const found = await tx
    .select({ id, isEarlier, closingOn })
    .from(bankStatements)
    .where(and(ofAccount, eq(bankStatements.family, family), or(isEarlier, isPreceding)));
  const ending = family === "camt052" ? found.filter((each) => !each.isEarlier && each.closingOn === openingOn) : [];
  const containing = await findWithDayOfZero(
    place,
    ending.map((each) => each.id),
    openingOn,
  );
  const isEarlierVersion = (each: (typeof found)[number]) => each.isEarlier || containing.has(each.id);
  return {
    precedingIds: found.filter((each) => !isEarlierVersion(each)).map((each) => each.id),
    earlierIds: found.filter(isEarlierVersion).map((each) => each.id),
    hasOtherFamilies,
  };
}

/** Returns the ids of those statements whose entries booked on this day sum to 0. Repeated entries count as well. */
async function findWithDayOfZero({ tx, partnerId }: EntryPlace, statementIds: string[], on: string): Promise<Set<string>> {
  if (statementIds.length === 0) return new Set();
  const { id, statementId, amountCents } = statementEntries;
  const ofDay = and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.bookedOn, on));
  const own = await tx
    .select({ statementId, amountCents })
    .from(statementEntries)
    .where(and(ofDay, isOneOf(statementId, statementIds)));
  const repeats = await tx
    .select({ statementId: repeatedEntries.statementId, entryId: repeatedEntries.entryId })
    .from(repeatedEntries)
    .where(and(eq(repeatedEntries.partnerId, partnerId), isOneOf(repeatedEntries.statementId, statementIds)));
  const repeatedIds = repeats.map(({ entryId }) => entryId);
  const repeated = await tx
    .select({ id, amountCents })
    .from(statementEntries)
    .where(and(ofDay, isOneOf(id, repeatedIds)));
  const centsOf = new Map(repeated.map((each) => [each.id, each.amountCents]));
  const sums = new Map<string, number>();
  const add = (statement: string, cents: number) => sums.set(statement, (sums.get(statement) ?? 0) + cents);
  for (const each of own) add(each.statementId, each.amountCents);
  for (const each of repeats) {
    const cents = centsOf.get(each.entryId);
    if (cents !== undefined) add(each.statementId, cents);
  }
  return new Set([...sums].flatMap(([statement, cents]) => (cents === 0 ? [statement] : [])));
}

/**
 * Finds those days and amounts of `keyed` at which an entry of these statements is missing among the counted entries. The missing entry may have
 * come again under another description. `counted`: number of entries with each key that were counted.
 */
export async function findMissingMoney(
  place: EntryPlace,
  keyed: KeyedEntry[],
  statementIds: string[],
  counted: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const found = await findKeys(place, hasMoneyOf(keyed), statementIds);
  const missing = found.filter((each) => each.ordinal > (counted.get(each.key) ?? 0));
  return new Set(missing.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

/** Returns the highest ordinal of each key in these statements. */
export async function countBefore(place: EntryPlace, keys: string[], statementIds: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { key, ordinal } of await findKeys(place, isOneOf(statementEntryKeys.key, keys), statementIds)) {
    counts.set(key, Math.max(ordinal, counts.get(key) ?? 0));
  }
  return counts;
}

/** Finds the keys that this kind of file has given to entries of these statements. */
async function findKeys(place: EntryPlace, where: SQL | undefined, statementIds: string[]) {
  const { key, ordinal, entryId, bookedOn, amountCents, family } = statementEntryKeys;
  const keys = await place.tx
    .select({ key, ordinal, entryId, bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(ofAccount(place), eq(family, place.family), where));
  const entries = await findEntries(
    place,
    keys.map((each) => each.entryId),
  );
  return keys.filter((each) => statementIds.includes(entries.get(each.entryId)?.statementId ?? ""));
}

/** Finds stored entries by key and ordinal, as `numberedKeyOf` writes them. */
export async function findKnown(place: EntryPlace, keyed: KeyedEntry[]): Promise<Map<string, KnownEntry>> {
  const { key, ordinal, entryId, family } = statementEntryKeys;
  const last = keyed.reduce((highest, each) => Math.max(highest, each.ordinal), 0);
  const asked = new Set(keyed.map(numberedKeyOf));
  const ofKeys = await place.tx
    .select({ key, ordinal, entryId, family })
    .from(statementEntryKeys)
    .where(and(ofAccount(place), isOneOf(key, new Set(keyed.map((each) => each.key))), lte(ordinal, last)));
  const found = ofKeys.filter((each) => asked.has(numberedKeyOf(each)));
  const entries = await findEntries(
    place,
    found.map((each) => each.entryId),
  );
  const known = new Map<string, KnownEntry>();
  for (const each of found) {
    const hasKeyOfKind = each.family === place.family;
    // If two entries have the same key and ordinal, the entry with this kind's key wins.
    if (!hasKeyOfKind && known.get(numberedKeyOf(each))?.hasKeyOfKind) continue;
    known.set(numberedKeyOf(each), { entryId: each.entryId, isItemized: entries.get(each.entryId)?.isItemized ?? false, hasKeyOfKind });
  }
  return known;
}

/** Returns the key and ordinal by which an entry is found in the result of `findKnown`. */
export function numberedKeyOf({ key, ordinal }: Pick<KeyedEntry, "key" | "ordinal">): string {
  return `${key} ${ordinal}`;
}

/**
 * Returns stored entries by id. Here and elsewhere while entries are stored, a separate query replaces a join: Postgres' statistics may be older
 * than the account, and a join may then read all of the account's entries for each entry. A list of ids is compared in one pass.
 */
export async function findEntries(
  { tx, partnerId }: EntryPlace,
  entryIds: readonly string[],
): Promise<Map<string, { statementId: string; isItemized: boolean }>> {
  if (entryIds.length === 0) return new Map();
  const { id, statementId, isItemized } = statementEntries;
  const found = await tx
    .select({ id, statementId, isItemized })
    .from(statementEntries)
    .where(and(eq(statementEntries.partnerId, partnerId), isOneOf(id, entryIds)));
  return new Map(found.map(({ id: entryId, ...entry }) => [entryId, entry]));
}

/** Finds the days and amounts of stored entries from other kinds of CSV files, which write the same row differently. */
export function findOtherRows(place: EntryPlace, sheet: string, keyed: KeyedEntry[]): Promise<Set<string>> {
  return findMoney(place, keyed, whereOtherRows(place, sheet));
}

function whereOtherRows(place: EntryPlace, sheet: string): SQL | undefined {
  const { family, key } = statementEntryKeys;
  return and(ofAccount(place), eq(family, "csv"), notLike(key, `${csvKeyStart(sheet)}%`));
}

/** Condition: the key is of an entry of the account, in its currency. */
export function ofAccount({ partnerId, iban, currency }: EntryPlace): SQL | undefined {
  const keys = statementEntryKeys;
  return and(eq(keys.partnerId, partnerId), eq(keys.iban, iban), eq(keys.currency, currency));
}

/** Finds the days and amounts that these entries share with stored ones. */
export async function findMoney(place: EntryPlace, keyed: KeyedEntry[], where: SQL | undefined): Promise<Set<string>> {
  if (keyed.length === 0) return new Set();
  const { bookedOn, amountCents } = statementEntryKeys;
  const found = await place.tx
    .select({ bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(where, hasMoneyOf(keyed)))
    .groupBy(bookedOn, amountCents);
  return new Set(found.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

/** Condition: the entry has the day and amount of one of these. */
export function hasMoneyOf(keyed: readonly HasMoney[]): SQL | undefined {
  const { bookedOn, amountCents } = statementEntryKeys;
  const days = new Set(keyed.map(({ entry }) => entry.bookedOn));
  const amounts = new Set(keyed.map(({ entry }) => entry.amountCents));
  // Days and amounts alone can use the index; the last condition compares the pairs.
  return and(
    sql`${bookedOn} = any(${plainArray([...days])}::date[])`,
    sql`${amountCents} = any(${plainArray([...amounts])}::bigint[])`,
    sql`${bookedOn} || ' ' || ${amountCents} = any(${textArray([...new Set(keyed.map(moneyOf))])}::text[])`,
  );
}

/** Facts of an entry that are equal in all kinds of files. */
export interface HasMoney {
  entry: Pick<StatementEntry, "bookedOn" | "amountCents">;
}

/** Returns day and amount of an entry as one text, such as `2026-11-20 1250`, for comparisons. */
export function moneyOf({ entry: { bookedOn, amountCents } }: HasMoney): string {
  return `${bookedOn} ${amountCents}`;
}
