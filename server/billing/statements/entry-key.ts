import { createHash } from "node:crypto";
import type { StatementEntry } from "./statement";

/** By what an entry is recognized when it comes again, and whether the bank itself has named it. */
export interface EntryKey {
  key: string;
  isNamed: boolean;
}

/**
 * The bank's reference with day and amount, since some banks give several entries the same; where there is none, all that the bank says of the entry. Two
 * entries alike have the same key and are counted.
 */
export function entryKey(entry: StatementEntry): EntryKey {
  const { bankReference, bookedOn, valueOn, amountCents, isReversal, text, transactions, row } = entry;
  if (row) return { key: keyOfRow(row), isNamed: false };
  const isNamed = !NOTHING.test(bankReference);
  const said = isNamed
    ? ["named", bankReference, bookedOn, amountCents, isReversal]
    : ["said", bookedOn, valueOn, amountCents, isReversal, text, transactions];
  return { key: hashOf(said), isNamed };
}

/** With the kind of CSV file before it: the same row in another kind reads otherwise. */
function keyOfRow({ sheet, cells }: NonNullable<StatementEntry["row"]>): string {
  return `${csvKeyStart(sheet)}${hashOf(cells)}`;
}

/** How the keys of all rows of a kind of CSV file begin. */
export function csvKeyStart(sheet: string): string {
  return `${sheet.slice(0, 16)}:`;
}

const hashOf = (said: unknown) => createHash("sha256").update(JSON.stringify(said)).digest("base64url");

/** What banks write where they have no reference. */
const NOTHING = /^(?:0*|NONREF|NOTPROVIDED)$/i;

/**
 * How much two descriptions of an entry have in common, as kinds of files differ: what the bank says in one may be missing in the other. 0: nothing that
 * tells them from others.
 */
export function likeness(one: WordedEntry, other: WordedEntry): number {
  const sharedReferences = one.references.filter((reference) => other.references.includes(reference)).length;
  const sharesIban = one.iban !== "" && one.iban === other.iban;
  const sharesEnd = one.endToEndId !== "" && one.endToEndId === other.endToEndId;
  let shared = 0;
  for (const word of other.words) if (one.words.has(word)) shared += 1;
  return 10 * sharedReferences + (sharesIban ? 10 : 0) + (sharesEnd ? 10 : 0) + shared;
}

/** What is said of an entry, whichever file it is in. */
export interface DescribedEntry {
  name: string;
  iban: string;
  text: string;
  references: string[];
  endToEndId: string;
}

/** With the words of its name and text in capitals, taken apart once for all comparisons. */
export interface WordedEntry extends DescribedEntry {
  words: Set<string>;
}

export function worded(described: DescribedEntry): WordedEntry {
  const { name, text } = described;
  return { ...described, words: new Set(`${name} ${text}`.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) };
}
