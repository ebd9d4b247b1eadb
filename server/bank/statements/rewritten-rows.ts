import { and, eq, like } from "drizzle-orm";
import { statementEntryKeys } from "@/db/schema/bank-statements";
import { findDescriptions } from "./alike-entries";
import { csvKeyStart, type DescribedEntry } from "./entry-key";
import type { IdentifiedEntry } from "./insert-entries";
import { type EntryPlace, findMoney, hasMoneyOf, type KeyedEntry, moneyOf, ofAccount } from "./known-entries";
import { paymentsIn } from "./payments-in-entry";

// Some banks print the balance only in the last row of a day. Once more is booked on that day, a later export leaves the cell empty, and the
// row has another key.

/** Whether CSV files with these columns have already brought rows for the account. */
export async function hasRowsOf(place: EntryPlace, sheet: string): Promise<boolean> {
  const { key } = statementEntryKeys;
  const found = await place.tx.select({ key }).from(statementEntryKeys).where(whereOfSheet(place, sheet)).limit(1);
  return found.length > 0;
}

/** Finds the days and amounts that these rows share with stored rows of files with the same columns. */
export function findMoneyOfSheet(place: EntryPlace, sheet: string, keyed: KeyedEntry[]): Promise<Set<string>> {
  return findMoney(place, keyed, whereOfSheet(place, sheet));
}

/**
 * Finds the rows that came before with other cells, each with its stored entry: a stored row of the same columns, day, amount, payer and text is missing among the
 * counted rows of this file. `counted`: number of rows of this file with each key.
 */
export async function findRewritten(
  place: EntryPlace,
  sheet: string,
  keyed: readonly KeyedEntry[],
  counted: ReadonlyMap<string, number>,
): Promise<IdentifiedEntry[]> {
  if (keyed.length === 0) return [];
  const { key, ordinal, entryId, bookedOn, amountCents } = statementEntryKeys;
  const stored = await place.tx
    .select({ key, ordinal, entryId, bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(whereOfSheet(place, sheet), hasMoneyOf(keyed)));
  const missing = stored.filter((each) => each.ordinal > (counted.get(each.key) ?? 0));
  const ids = missing.map((each) => each.entryId);
  const described = await findDescriptions(place, ids);
  const left = Map.groupBy(missing, (entry) => factsOf(moneyOf({ entry }), described.get(entry.entryId)));
  return keyed.flatMap((each) => {
    const [payment, ...more] = paymentsIn(each.entry);
    const before = payment && more.length === 0 ? left.get(factsOf(moneyOf(each), payment))?.shift() : undefined;
    return before ? [{ each, entryId: before.entryId }] : [];
  });
}

/** Returns a text that is equal for rows of the same day and amount with the same payer and text. Entries of several payments equal none. */
function factsOf(money: string, described: DescribedEntry | undefined): string {
  if (!described || described.isSeveral) return "";
  const { name, iban, text, references, endToEndId } = described;
  return JSON.stringify([money, name, iban, text, references, endToEndId]);
}

function whereOfSheet(place: EntryPlace, sheet: string) {
  const { family, key } = statementEntryKeys;
  return and(ofAccount(place), eq(family, "csv"), like(key, `${csvKeyStart(sheet)}%`));
}
