import { and, eq, ne, sql } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import { statementEntryKeys } from "@/db/schema/bank-statements";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { DescribedEntry } from "./entry-key";
import { type EntryPlace, findEntries, type HasMoney, hasMoneyOf, type KeyedEntry, moneyOf, ofAccount } from "./known-entries";

/** An entry from other kinds of files that no file of this kind has contained yet. */
export interface AlikeEntry {
  entryId: string;
  bookedOn: string;
  amountCents: number;
  isItemized: boolean;
  /** Null if so many entries share the day and amount that they are matched by count alone. */
  described: DescribedEntry | null;
}

/** Maximum number of pairs to compare per day and amount. Above it, entries are matched by count alone. */
const MOST_COMPARED = 100_000;
/** Maximum number of entries from other kinds of files that are described per day and amount; each is read into memory. */
export const MOST_DESCRIBED = 1_000;

/** Finds the days and amounts of entries that other kinds of files have contained, and this kind has not. */
export async function findAlikeMoney(place: EntryPlace, keyed: KeyedEntry[]): Promise<Set<string>> {
  return new Set((await findUnseen(place, keyed)).map((entry) => moneyOf({ entry })));
}

/** Finds the entries that other kinds of files have contained and this kind has not, in recorded order. */
export async function findAlike(place: EntryPlace, keyed: KeyedEntry[]): Promise<AlikeEntry[]> {
  const unseen = await findUnseen(place, keyed);
  const ids = [...new Set(unseen.map(({ entryId }) => entryId))];
  const entries = await findEntries(place, ids);
  const firstOf = await findFirstOrders(place, ids);
  const found = unseen
    .filter(({ entryId }) => firstOf.has(entryId))
    .sort((one, other) => (firstOf.get(one.entryId) ?? 0) - (firstOf.get(other.entryId) ?? 0));
  const here = countByMoney(keyed);
  const there = countByMoney(found.map((entry) => ({ entry })));
  const isCompared = (entry: HasMoney["entry"]) => {
    const money = moneyOf({ entry });
    const alike = there.get(money) ?? 0;
    return alike > 0 && alike <= MOST_DESCRIBED && alike * (here.get(money) ?? 0) <= MOST_COMPARED;
  };
  const described = await findDescriptions(
    place,
    found.filter(isCompared).map(({ entryId }) => entryId),
  );
  return found.map((each) => ({
    ...each,
    isItemized: entries.get(each.entryId)?.isItemized ?? false,
    described: described.get(each.entryId) ?? null,
  }));
}

/** Finds the entries that other kinds of files have contained and this kind has not, of the same days and amounts as `keyed`. */
async function findUnseen(place: EntryPlace, keyed: KeyedEntry[]): Promise<Pick<AlikeEntry, "entryId" | "bookedOn" | "amountCents">[]> {
  if (keyed.length === 0) return [];
  const { partnerId, entryId, bookedOn, amountCents, family } = statementEntryKeys;
  // One row per entry, even if several kinds of files have contained it.
  const found = await place.tx
    .select({ entryId, bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(ofAccount(place), ne(family, place.family), hasMoneyOf(keyed)))
    .groupBy(entryId, bookedOn, amountCents);
  if (found.length === 0) return [];
  const ids = new Set(found.map((each) => each.entryId));
  const contained = await place.tx
    .select({ entryId })
    .from(statementEntryKeys)
    .where(and(eq(partnerId, place.partnerId), eq(family, place.family), isOneOf(entryId, ids)));
  const containedIds = new Set(contained.map((each) => each.entryId));
  return found.filter((each) => !containedIds.has(each.entryId));
}

/** Returns the lowest recorded order of each entry's payments, by the entry's id. Entries without payments are left out. */
async function findFirstOrders({ tx, partnerId }: EntryPlace, entryIds: readonly string[]): Promise<Map<string, number>> {
  if (entryIds.length === 0) return new Map();
  const { entryId, recordedOrder } = bankTransactions;
  const found = await tx
    .select({ entryId, first: sql`min(${recordedOrder})`.mapWith(Number) })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), isOneOf(entryId, entryIds)))
    .groupBy(entryId);
  return new Map(found.map(({ entryId: id, first }) => [id, first]));
}

/** Returns the description of each entry's first payment, by the entry's id. */
export async function findDescriptions({ tx, partnerId }: EntryPlace, entryIds: readonly string[]): Promise<Map<string, DescribedEntry>> {
  if (entryIds.length === 0) return new Map();
  const { entryId, name, iban, text, references, endToEndId, recordedOrder } = bankTransactions;
  const found = await tx
    .select({ entryId, name, iban, text, references, endToEndId })
    .from(bankTransactions)
    .where(and(eq(bankTransactions.partnerId, partnerId), isOneOf(entryId, entryIds)))
    .orderBy(recordedOrder);
  const described = new Map<string, DescribedEntry>();
  for (const { entryId: id, ...description } of found) {
    const first = described.get(id);
    described.set(id, first ? { ...first, isSeveral: true } : description);
  }
  return described;
}

function countByMoney(entries: readonly HasMoney[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of entries) counts.set(moneyOf(each), (counts.get(moneyOf(each)) ?? 0) + 1);
  return counts;
}
