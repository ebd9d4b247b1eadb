import type { BankTransaction } from "@/db/schema/bank-transactions";
import { SHARED_ID_LENGTH } from "@/server/bank/debit-files/batch-id";

/** End-to-end id of a debit, in any case of letters: the last 35 characters of its id. */
const END_TO_END_ID = /^[0-9a-f]{35}$/i;

/** Whether an end-to-end id has the form of one of this service. */
export function mayBeOwnId(endToEndId: string): boolean {
  return END_TO_END_ID.test(endToEndId);
}

/** Number of characters of a file's message id with which the ids of its batches begin (`batchIdOf`). */
export const SHARED_LENGTH = SHARED_ID_LENGTH;

const FILE_ID = new RegExp(`[0-9a-f]{${SHARED_LENGTH}}(?:[0-9a-f]{15}|-\\d{8}-[CB](?:RCUR|OOFF|FRST|FNAL))`, "i");

/** Whether a text contains what may be the id of a file of debits, or of one of its batches. */
export function mayNameDebitFile(text: string): boolean {
  return FILE_ID.test(text);
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
