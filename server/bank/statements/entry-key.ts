import { createHash } from "node:crypto";
import type { ReadEntry, StatementEntry, StatementTransaction } from "./statement";

/** Returns the entry with its key. */
export function withKey(read: StatementEntry): ReadEntry {
  const { keyedBy, row, ...entry } = read;
  return { entry, ...entryKey(read) };
}

/**
 * Returns the key of an entry, and whether the bank's reference identifies it. The key of a CSV row is a hash of its cells. Otherwise it is
 * a hash of the bank's reference with day and amount, because some banks reuse references; without a reference, of all of the bank's facts.
 * Equal entries share a key and are numbered.
 */
export function entryKey(entry: StatementEntry): Omit<ReadEntry, "entry"> {
  const { bankReference, bookedOn, valueOn, amountCents, isReversal, text, transactions, row } = { ...entry, ...entry.keyedBy };
  if (row) return { key: keyOfRow(row), isNamed: false };
  const isNamed = identifiesEntry(bankReference);
  // The words `named` and `said` are part of what is hashed, and never change.
  const facts = isNamed
    ? ["named", bankReference, bookedOn, amountCents, isReversal]
    : ["said", bookedOn, valueOn, amountCents, isReversal, text, transactions.map(asKeyed)];
  return { key: hashOf(facts), isNamed };
}

/** Keys are older than the reading of creditor identifiers and charges, so they leave these out. */
function asKeyed(transaction: StatementTransaction): StatementTransaction {
  if (!transaction.creditorIdentifiers && !transaction.chargesCents) return transaction;
  const { creditorIdentifiers, chargesCents, ...keyed } = transaction;
  return keyed;
}

/** Returns the key of a CSV row, prefixed with the kind of CSV file, because other kinds write the same entry differently. */
function keyOfRow({ sheet, cells }: NonNullable<StatementEntry["row"]>): string {
  return `${csvKeyStart(sheet)}${hashOf(cells)}`;
}

/** Returns the prefix of the keys of all rows of a kind of CSV file. */
export function csvKeyStart(sheet: string): string {
  return `${sheet.slice(0, 16)}:`;
}

/** Returns the prefix of a CSV row's key, which stands for the columns of its file (`csvKeyStart`); empty for keys of other files. */
export function csvColumnsIn(key: string): string {
  return key.slice(0, key.indexOf(":") + 1);
}

const hashOf = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Placeholders that banks write for a missing reference. */
const NOTHING = /^(?:0*|NONREF|NOTPROVIDED)$/i;

/** Whether a bank's reference identifies an entry, rather than being a placeholder. */
export function identifiesEntry(bankReference: string): boolean {
  return !NOTHING.test(bankReference);
}

/** Weight of a shared reference, account or end-to-end id, compared with a shared word. */
const SHARED_FACT = 10;

/**
 * Returns how much two descriptions of an entry have in common, allowing for facts that one kind of file omits. 0 if they share nothing
 * that distinguishes them from others.
 */
export function likeness(one: WordedEntry, other: WordedEntry): number {
  const sharedReferences = one.references.filter((reference) => other.references.includes(reference)).length;
  const sharesIban = one.iban !== "" && one.iban === other.iban;
  const sharesEndToEndId = one.endToEndId !== "" && one.endToEndId === other.endToEndId;
  let sharedWords = 0;
  for (const word of other.words) if (one.words.has(word)) sharedWords += 1;
  return SHARED_FACT * (sharedReferences + Number(sharesIban) + Number(sharesEndToEndId)) + sharedWords;
}

/**
 * Whether two descriptions cannot be of the same payment. Both name IBANs that differ, and they share no reference or end-to-end id; or both
 * name people, and they share nothing that distinguishes them from others (`likeness`). A fact that one of them leaves out contradicts nothing.
 */
export function contradicts(one: WordedEntry, other: WordedEntry): boolean {
  if (one.isSeveral || other.isSeveral) return false;
  const haveIbans = IBAN.test(one.iban) && IBAN.test(other.iban);
  const haveNames = one.name !== "" && other.name !== "";
  if (haveIbans && one.iban !== other.iban) {
    const sharesReference = one.references.some((reference) => other.references.includes(reference));
    return !sharesReference && (one.endToEndId === "" || one.endToEndId !== other.endToEndId);
  }
  return haveNames && likeness(one, other) === 0;
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Description of an entry, from any kind of file. */
export interface DescribedEntry {
  name: string;
  iban: string;
  text: string;
  references: string[];
  endToEndId: string;
  /** Whether the entry has several payments, of which this describes one. */
  isSeveral?: boolean;
}

/** A described entry with the words of its name and text in capitals, split once for all comparisons. */
export interface WordedEntry extends DescribedEntry {
  words: Set<string>;
}

export function worded(described: DescribedEntry): WordedEntry {
  const { name, text } = described;
  return { ...described, words: new Set(`${name} ${text}`.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) };
}
