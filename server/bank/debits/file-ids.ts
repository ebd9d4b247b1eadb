import type { BankTransaction } from "@/db/schema/bank-transactions";
import { SHARED_ID_LENGTH } from "@/server/domain/banking/pain-elements";

/** End-to-end id of a debit, in any case of letters: the last 35 characters of its id. */
const END_TO_END_ID = /^[0-9a-f]{35}$/i;

/** Whether an end-to-end id has the form of one of this service. */
export function mayBeOwnId(endToEndId: string): boolean {
  return END_TO_END_ID.test(endToEndId);
}

/** Number of characters of a file's message id with which the ids of its batches begin (`batchIdOf`). */
export const SHARED_LENGTH = SHARED_ID_LENGTH;

const ID = `[0-9a-f]{${SHARED_LENGTH}}(?:[0-9a-f]{15}|-\\d{8}-[CB](?:RCUR|OOFF|FRST|FNAL))`;
const MAYBE_ID = new RegExp(ID, "i");
/** Anchored: a longer run of hexadecimal digits is another id, such as an invoice's or a hash. A key such as `SVWZ+` may follow. */
const FILE_ID = new RegExp(`(?<![0-9a-z])${ID}(?:(?![0-9a-z]|-[0-9a-f])|(?=[a-z]{4}\\+))`, "i");

/** Maximum number of pieces into which a bank divides an id of 35 characters by blanks. */
const MOST_PIECES = 4;

/**
 * Whether a text contains what may be the id of a file of debits, or of one of its batches, whole or divided by blanks. Numbers between blanks
 * are no divided id: one without any letter is as good as impossible.
 */
export function mayNameDebitFile(text: string): boolean {
  const pieces = text.split(/\s+/);
  // Few texts pass this, so the pieces of the others are not looked at.
  if (!MAYBE_ID.test(pieces.join(""))) return false;
  return pieces.some((piece, at) => FILE_ID.test(piece) || beginsDividedId(pieces.slice(at, at + MOST_PIECES)));
}

function beginsDividedId(pieces: readonly string[]): boolean {
  return pieces.some((_, last) => {
    const [id = ""] = FILE_ID.exec(pieces.slice(0, last + 1).join("")) ?? [];
    return /[a-f]/i.test(id);
  });
}

/** Whether a payment on a statement contains what may be the id of a file of debits, or of one of its batches. */
export function namesDebitFile({ references, text }: Pick<BankTransaction, "references" | "text">): boolean {
  return [...references, text].some(mayNameDebitFile);
}

/** Returns the characters that the id of a file and the ids of its batches share, in small letters; from an id as a bank repeats it. */
export function sharedIdOf(id: string): string {
  const isOfBatch = /^[0-9a-f]+-\d{8}-[A-Z]{5}$/i.test(id);
  return (isOfBatch ? id.slice(0, SHARED_LENGTH) : id.slice(-SHARED_LENGTH)).toLowerCase();
}

/** Returns the texts in which a bank may name a file of debits, in small letters, without the blanks that it puts into long ids. */
export function textsNamingFile({ references, text }: Pick<BankTransaction, "references" | "text">): string {
  return [...references, text]
    .map((each) => each.replace(/\s/g, ""))
    .join(" ")
    .toLowerCase();
}
