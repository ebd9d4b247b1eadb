import { and, asc, eq, like } from "drizzle-orm";
import { statementEntryKeys } from "@/db/schema/bank-statements";
import { findDescriptions, MOST_DESCRIBED } from "./alike-entries";
import { csvKeyStart, type DescribedEntry } from "./entry-key";
import { type EntryPlace, findEntries, findMoney, hasMoneyOf, type KeyedEntry, moneyOf, ofAccount } from "./known-entries";
import { paymentsIn } from "./payments-in-entry";

// Some banks print the balance only in the last row of a day. Once more is booked on that day, a later export leaves the cell empty, and the
// row has another key (decision 0210).

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

/** Rows of the file that is being stored: their number with each key, and the ids of the statements that end where the file begins. */
interface FileRows {
  counted: ReadonlyMap<string, number>;
  precedingIds: readonly string[];
}

/**
 * Finds the rows that may have come before with another balance: a stored row of the same columns, day, amount, payer and text is missing among
 * the rows of this file. As many rows as are missing. Of a day and amount with very many missing rows, every row may be one of these.
 */
export async function findRewritten(
  place: EntryPlace,
  sheet: string,
  keyed: readonly KeyedEntry[],
  { counted, precedingIds }: FileRows,
): Promise<Set<KeyedEntry>> {
  if (keyed.length === 0) return new Set();
  const { key, ordinal, entryId, bookedOn, amountCents } = statementEntryKeys;
  const stored = await place.tx
    .select({ key, ordinal, entryId, bookedOn, amountCents })
    .from(statementEntryKeys)
    .where(and(whereOfSheet(place, sheet), hasMoneyOf(keyed)))
    .orderBy(asc(entryId));
  const gone = stored.filter((each) => each.ordinal > (counted.get(each.key) ?? 0));
  const entries = await findEntries(place, gone.map(idOf));
  // The balances prove that rows of a preceding statement lie before this file.
  const missing = gone.filter((each) => !precedingIds.includes(entries.get(each.entryId)?.statementId ?? ""));
  const missingOf = Map.groupBy(missing, (entry) => moneyOf({ entry }));
  const isCrowded = (money: string) => (missingOf.get(money)?.length ?? 0) > MOST_DESCRIBED;
  const compared = missing.filter((entry) => !isCrowded(moneyOf({ entry })));
  const described = await findDescriptions(place, compared.map(idOf));
  const left = new Map<string, number>();
  for (const entry of compared) {
    const facts = factsOf(moneyOf({ entry }), described.get(entry.entryId));
    left.set(facts, (left.get(facts) ?? 0) + 1);
  }
  const isRewritten = (each: KeyedEntry) => {
    if (isCrowded(moneyOf(each))) return true;
    const [payment, ...more] = paymentsIn(each.entry);
    if (!payment || more.length > 0) return false;
    const facts = factsOf(moneyOf(each), payment);
    const count = left.get(facts) ?? 0;
    left.set(facts, count - 1);
    return count > 0;
  };
  return new Set(keyed.filter(isRewritten));
}

function idOf({ entryId }: { entryId: string }): string {
  return entryId;
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
