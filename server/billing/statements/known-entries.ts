import { and, eq, gte, inArray, lt, lte, ne, notLike, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries, statementEntryKeys } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { CheckedStatement } from "./check-statement";
import { csvKeyStart, type DescribedEntry } from "./entry-key";
import type { StatementEntry, StatementFamily } from "./statement";

// What is known of an account's entries already.

/** Where entries are looked for. */
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

/** An entry that came before, in another kind of file, and that this kind has not named yet. */
export interface AlikeEntry extends DescribedEntry {
  entryId: string;
  bookedOn: string;
  amountCents: number;
  isOpened: boolean;
}

/** `isNamed`: this kind of file has named it before. */
interface KnownEntry {
  entryId: string;
  isOpened: boolean;
  isNamed: boolean;
}

/** Whether rows of the account came in CSV files with other columns. */
export async function hasOtherRows({ tx, partnerId, iban, currency }: EntryPlace, sheet: string): Promise<boolean> {
  const ofCsv = and(
    eq(statementEntryKeys.partnerId, partnerId),
    eq(statementEntryKeys.iban, iban),
    eq(statementEntryKeys.currency, currency),
    eq(statementEntryKeys.family, "csv"),
  );
  // Two ends of the index by keys, which are compared byte by byte.
  const [first, end] = [csvKeyStart(sheet), csvKeyStart(sheet).replace(/:$/, ";")];
  const found = await tx
    .select({ key: statementEntryKeys.key })
    .from(statementEntryKeys)
    .where(and(ofCsv, lt(statementEntryKeys.key, first)))
    .limit(1)
    .unionAll(
      tx
        .select({ key: statementEntryKeys.key })
        .from(statementEntryKeys)
        .where(and(ofCsv, gte(statementEntryKeys.key, end)))
        .limit(1),
    );
  return found.length > 0;
}

/** The statements that end where this one begins, and whether any came in another kind of file. */
export async function findSurroundings(
  { tx, partnerId, iban, currency, family }: EntryPlace,
  { openingCents, openingOn }: CheckedStatement,
  statementId: string,
): Promise<{ precedingIds: string[]; hasOtherFamilies: boolean }> {
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
  if (openingCents === null || openingOn === null) return { precedingIds: [], hasOtherFamilies };
  const isPreceding = and(
    eq(bankStatements.family, family),
    eq(bankStatements.closingCents, openingCents),
    lte(bankStatements.closingOn, openingOn),
  );
  const preceding = await tx.select({ id }).from(bankStatements).where(and(ofAccount, isPreceding));
  return { precedingIds: preceding.map((each) => each.id), hasOtherFamilies };
}

/** How many entries with each key these statements have. */
export function countBefore(place: EntryPlace, keys: string[], statementIds: string[]): Promise<{ key: string; last: number }[]> {
  const { entryId, key, ordinal, partnerId, iban, currency, family } = statementEntryKeys;
  return place.tx
    .select({ key, last: sql`max(${ordinal})`.mapWith(Number) })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .where(
      and(
        eq(partnerId, place.partnerId),
        eq(iban, place.iban),
        eq(currency, place.currency),
        eq(family, place.family),
        inArray(key, keys),
        inArray(statementEntries.statementId, statementIds),
      ),
    )
    .groupBy(key);
}

/** By key and ordinal. `isNamed`: this kind of file has named it before. */
export async function findKnown(place: EntryPlace, keyed: KeyedEntry[]): Promise<Map<string, KnownEntry>> {
  const { key, ordinal, entryId, partnerId, iban, currency, family } = statementEntryKeys;
  const found = await place.tx
    .select({
      key,
      ordinal,
      entryId,
      isOpened: statementEntries.isOpened,
      isNamed: sql<boolean>`bool_or(${family} = ${place.family})`,
    })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .where(
      and(
        eq(partnerId, place.partnerId),
        eq(iban, place.iban),
        eq(currency, place.currency),
        inArray(key, [...new Set(keyed.map((each) => each.key))]),
      ),
    )
    .groupBy(key, ordinal, entryId, statementEntries.isOpened);
  // One that this kind has named stands before one that another kind calls the same.
  return new Map(
    found.sort((one, other) => Number(one.isNamed) - Number(other.isNamed)).map((each) => [`${each.key} ${each.ordinal}`, each]),
  );
}

/** Days and amounts of entries that came in another kind of CSV file, where the same row reads otherwise. */
export async function findOtherRows(place: EntryPlace, sheet: string, keyed: KeyedEntry[]): Promise<Set<string>> {
  if (keyed.length === 0) return new Set();
  const { partnerId, iban, currency, family, key, bookedOn, amountCents } = statementEntryKeys;
  const found = await place.tx
    .select({ bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(
      and(
        eq(partnerId, place.partnerId),
        eq(iban, place.iban),
        eq(currency, place.currency),
        eq(family, "csv"),
        notLike(key, `${csvKeyStart(sheet)}%`),
        ...sameDaysAndAmounts(keyed),
      ),
    )
    .groupBy(bookedOn, amountCents);
  return new Set(found.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

function sameDaysAndAmounts(keyed: KeyedEntry[]): SQL[] {
  const { bookedOn, amountCents } = statementEntryKeys;
  return [
    inArray(bookedOn, [...new Set(keyed.map(({ entry }) => entry.bookedOn))]),
    inArray(amountCents, [...new Set(keyed.map(({ entry }) => entry.amountCents))]),
  ];
}

/** Days and amounts of entries of other kinds of files that this kind has not named. */
export async function findAlikeMoney(place: EntryPlace, keyed: KeyedEntry[]): Promise<Set<string>> {
  if (keyed.length === 0) return new Set();
  const { bookedOn, amountCents } = statementEntryKeys;
  const found = await place.tx
    .select({ bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(whereAlike(place, keyed))
    .groupBy(bookedOn, amountCents);
  return new Set(found.map((each) => `${each.bookedOn} ${each.amountCents}`));
}

function whereAlike(place: EntryPlace, keyed: KeyedEntry[]): SQL | undefined {
  const { partnerId, entryId, iban, currency, family } = statementEntryKeys;
  const namedByThisKind = sql`exists (select from ${statementEntryKeys} named where named.partner_id = ${partnerId}
    and named.entry_id = ${entryId} and named.family = ${place.family})`;
  return and(
    eq(partnerId, place.partnerId),
    eq(iban, place.iban),
    eq(currency, place.currency),
    ne(family, place.family),
    ...sameDaysAndAmounts(keyed),
    sql`not ${namedByThisKind}`,
  );
}

export async function findAlike(place: EntryPlace, keyed: KeyedEntry[]): Promise<AlikeEntry[]> {
  const { partnerId, entryId, bookedOn, amountCents } = statementEntryKeys;
  const { name, iban, text, references, endToEndId, recordedOrder } = bankTransactions;
  const found = await place.tx
    .select({ entryId, bookedOn, amountCents, isOpened: statementEntries.isOpened, name, iban, text, references, endToEndId })
    .from(statementEntryKeys)
    .innerJoin(statementEntries, and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId)))
    .innerJoin(bankTransactions, and(eq(bankTransactions.partnerId, partnerId), eq(bankTransactions.entryId, entryId)))
    .where(whereAlike(place, keyed))
    .orderBy(recordedOrder);
  // An entry of several payments, or that several kinds have named, is one.
  return [...new Map(found.map((each) => [each.entryId, each])).values()];
}

/** Day and amount: what entries of different kinds of files have in common. */
export function moneyOf({ entry: { bookedOn, amountCents } }: KeyedEntry): string {
  return `${bookedOn} ${amountCents}`;
}
