import { and, eq, inArray, lte, ne, notLike, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries, statementEntryKeys } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { CheckedStatement } from "./check-statement";
import { csvKeyStart, type DescribedEntry } from "./entry-key";
import type { StatementEntry, StatementFamily } from "./statement";

/** The scope in which entries are looked up. */
export interface EntryPlace {
  tx: Database;
  partnerId: string;
  iban: string;
  currency: string;
  family: StatementFamily;
}

export interface KeyedEntry {
  entry: StatementEntry;
  key: string;
  ordinal: number;
}

/** An entry from other kinds of files that this kind has not named yet. */
export interface AlikeEntry {
  entryId: string;
  bookedOn: string;
  amountCents: number;
  isItemized: boolean;
  /** Null if so many entries share the day and amount that they are matched by number alone. */
  described: DescribedEntry | null;
}

/** Maximum number of pairs to compare per day and amount. Above it, entries are matched by number alone. */
const MOST_COMPARED = 100_000;
/** Maximum number of entries from other kinds of files that are described; each is read into memory. */
const MOST_DESCRIBED = 1_000;

/** `isNamed`: this kind of file has named the entry before. */
interface KnownEntry {
  entryId: string;
  isItemized: boolean;
  isNamed: boolean;
}

/** Whether CSV files with other columns have already brought rows for the account. */
export async function hasOtherRows(place: EntryPlace, sheet: string): Promise<boolean> {
  const { key } = statementEntryKeys;
  const found = await place.tx.select({ key }).from(statementEntryKeys).where(whereOtherRows(place, sheet)).limit(1);
  return found.length > 0;
}

/** Statements of the account that matter for the entries of another one. */
export interface Surroundings {
  /** Those that end where it begins. */
  precedingIds: string[];
  /** Intraday reports that begin with the same balance on the same day: earlier versions of it. */
  earlierIds: string[];
  /** Whether any came in another kind of file. */
  hasOtherFamilies: boolean;
}

/** Finds the statements around one that is being stored. */
export async function findSurroundings(
  { tx, partnerId, iban, currency, family }: EntryPlace,
  { openingCents, openingOn }: CheckedStatement,
  statementId: string,
): Promise<Surroundings> {
  const { id } = bankStatements;
  const ofAccount = and(
    eq(bankStatements.partnerId, partnerId),
    eq(bankStatements.iban, iban),
    eq(bankStatements.currency, currency),
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
    .select({ id, isEarlier })
    .from(bankStatements)
    .where(and(ofAccount, eq(bankStatements.family, family), or(isEarlier, isPreceding)));
  const idsOf = (wanted: boolean) => found.filter((each) => each.isEarlier === wanted).map((each) => each.id);
  return { precedingIds: idsOf(false), earlierIds: idsOf(true), hasOtherFamilies };
}

/**
 * Finds the days and amounts of entries of these statements that are missing among the counted ones. They may have come again under another
 * description. `counted`: how many entries with each key were found.
 */
export async function findMissingMoney(
  place: EntryPlace,
  keyed: KeyedEntry[],
  statementIds: string[],
  counted: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  if (keyed.length === 0) return new Set();
  const { entryId, key, ordinal, partnerId, family, bookedOn, amountCents } = statementEntryKeys;
  const found = await place.tx
    .select({ key, ordinal, bookedOn, amountCents })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .where(and(ofAccount(place), eq(family, place.family), inArray(statementEntries.statementId, statementIds), hasMoneyOf(keyed)));
  const missing = found.filter((each) => each.ordinal > (counted.get(each.key) ?? 0));
  return new Set(missing.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

/** Counts the entries with each key in these statements. */
export function countBefore(place: EntryPlace, keys: string[], statementIds: string[]): Promise<{ key: string; last: number }[]> {
  const { entryId, key, ordinal, partnerId, family } = statementEntryKeys;
  return place.tx
    .select({ key, last: sql`max(${ordinal})`.mapWith(Number) })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .where(and(ofAccount(place), eq(family, place.family), inArray(key, keys), inArray(statementEntries.statementId, statementIds)))
    .groupBy(key);
}

/** Finds stored entries by key and ordinal. `isNamed`: this kind of file has named the entry before. */
export async function findKnown(place: EntryPlace, keyed: KeyedEntry[]): Promise<Map<string, KnownEntry>> {
  const { key, ordinal, entryId, partnerId, family } = statementEntryKeys;
  const found = await place.tx
    .select({
      key,
      ordinal,
      entryId,
      isItemized: statementEntries.isItemized,
      isNamed: sql<boolean>`bool_or(${family} = ${place.family})`,
    })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .where(
      and(
        ofAccount(place),
        isAnyOf(
          key,
          ordinal,
          "text",
          "int",
          keyed.map((each) => [each.key, each.ordinal]),
        ),
      ),
    )
    .groupBy(key, ordinal, entryId, statementEntries.isItemized);
  // If two entries have the same key and ordinal, the one that this kind of file has named wins.
  return new Map(
    found.sort((one, other) => Number(one.isNamed) - Number(other.isNamed)).map((each) => [`${each.key} ${each.ordinal}`, each]),
  );
}

/** Finds the days and amounts of stored entries from other kinds of CSV files, which write the same row differently. */
export function findOtherRows(place: EntryPlace, sheet: string, keyed: KeyedEntry[]): Promise<Set<string>> {
  return findMoney(place, keyed, whereOtherRows(place, sheet));
}

function whereOtherRows(place: EntryPlace, sheet: string): SQL | undefined {
  const { family, key } = statementEntryKeys;
  return and(ofAccount(place), eq(family, "csv"), notLike(key, `${csvKeyStart(sheet)}%`));
}

function ofAccount({ partnerId, iban, currency }: EntryPlace): SQL | undefined {
  const keys = statementEntryKeys;
  return and(eq(keys.partnerId, partnerId), eq(keys.iban, iban), eq(keys.currency, currency));
}

/** Finds the days and amounts that these entries share with stored ones. */
async function findMoney(place: EntryPlace, keyed: KeyedEntry[], where: SQL | undefined): Promise<Set<string>> {
  if (keyed.length === 0) return new Set();
  const { bookedOn, amountCents } = statementEntryKeys;
  const found = await place.tx
    .select({ bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(where, hasMoneyOf(keyed)))
    .groupBy(bookedOn, amountCents);
  return new Set(found.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

function hasMoneyOf(keyed: readonly KeyedEntry[]): SQL {
  const { bookedOn, amountCents } = statementEntryKeys;
  const pairs = new Map(keyed.map((each) => [moneyOf(each), [each.entry.bookedOn, each.entry.amountCents] as const]));
  return isAnyOf(bookedOn, amountCents, "date", "bigint", [...pairs.values()]);
}

/** Condition: the two columns equal one of these pairs. Values must contain neither commas nor quotes. */
function isAnyOf(
  one: PgColumn,
  other: PgColumn,
  type: "text" | "date",
  otherType: "int" | "bigint",
  pairs: readonly (readonly [string, number])[],
): SQL {
  const listed = (place: 0 | 1) => `{${pairs.map((pair) => pair[place]).join(",")}}`;
  return sql`(${one}, ${other}) in (select * from unnest(${listed(0)}::${sql.raw(type)}[], ${listed(1)}::${sql.raw(otherType)}[]))`;
}

/** Finds the days and amounts of entries that other kinds of files have named, and this kind has not. */
export function findAlikeMoney(place: EntryPlace, keyed: KeyedEntry[]): Promise<Set<string>> {
  return findMoney(place, keyed, whereAlike(place));
}

function whereAlike(place: EntryPlace): SQL | undefined {
  const { partnerId, entryId, family } = statementEntryKeys;
  const namedByThisKind = sql`exists (select from ${statementEntryKeys} named where named.partner_id = ${partnerId}
    and named.entry_id = ${entryId} and named.family = ${place.family})`;
  return and(ofAccount(place), ne(family, place.family), sql`not ${namedByThisKind}`);
}

/** Finds the entries that other kinds of files have named and this kind has not, in recorded order. */
export async function findAlike(place: EntryPlace, keyed: KeyedEntry[]): Promise<AlikeEntry[]> {
  const { partnerId, entryId, bookedOn, amountCents } = statementEntryKeys;
  const { recordedOrder } = bankTransactions;
  const found = await place.tx
    .select({ entryId, bookedOn, amountCents, isItemized: statementEntries.isItemized })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .innerJoin(bankTransactions, and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId)))
    .where(and(whereAlike(place), hasMoneyOf(keyed)))
    // Returns one row per entry, even if it has several payments or names.
    .groupBy(entryId, bookedOn, amountCents, statementEntries.isItemized)
    .orderBy(sql`min(${recordedOrder})`);
  const here = countByMoney(keyed);
  const there = countByMoney(found.map((entry) => ({ entry })));
  const isCompared = (each: HasMoney) => {
    const alike = there.get(moneyOf(each)) ?? 0;
    return alike > 0 && alike <= MOST_DESCRIBED && alike * (here.get(moneyOf(each)) ?? 0) <= MOST_COMPARED;
  };
  const described = await findDescriptions(place, keyed.filter(isCompared));
  return found.map((each) => ({ ...each, described: described.get(each.entryId) ?? null }));
}

async function findDescriptions(place: EntryPlace, keyed: KeyedEntry[]): Promise<Map<string, DescribedEntry>> {
  if (keyed.length === 0) return new Map();
  const { partnerId, entryId } = statementEntryKeys;
  const { name, iban, text, references, endToEndId, recordedOrder } = bankTransactions;
  const found = await place.tx
    .select({ entryId, name, iban, text, references, endToEndId })
    .from(statementEntryKeys)
    .innerJoin(bankTransactions, and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId)))
    .where(and(whereAlike(place), hasMoneyOf(keyed)))
    .orderBy(recordedOrder);
  return new Map(found.map(({ entryId: id, ...said }) => [id, said]));
}

function countByMoney(entries: readonly HasMoney[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of entries) counts.set(moneyOf(each), (counts.get(moneyOf(each)) ?? 0) + 1);
  return counts;
}

interface HasMoney {
  entry: Pick<StatementEntry, "bookedOn" | "amountCents">;
}

/** Returns the day and amount, which are equal in all kinds of files. */
export function moneyOf({ entry: { bookedOn, amountCents } }: HasMoney): string {
  return `${bookedOn} ${amountCents}`;
}
