import { debitReasonOf } from "./debit-reasons";
import type { DebitStatus } from "./debit-state";

/** A debit, as far as it decides whether a person may collect it once more. */
export interface EndedDebit {
  status: DebitStatus;
  /** ISO 20022 code, or the bank's own word, for which the bank rejected or returned it; null: none. */
  reasonCode: string | null;
  /** Person who stated that the bank did not collect it; null: nobody did. */
  endedBy: string | null;
  /** Payment on a statement by which it went back; null: none. */
  returnedTransactionId: string | null;
  /** Debit that it collects once more; null: none. */
  repeatsDebitId: string | null;
}

/**
 * Whether a person may collect a debit once more, by its own state: the bank rejected or returned it for a reason that allows it. Not if it
 * repeats another one, if only a person said that the bank did not collect it, or if its return waits for its booking: the bank may have the
 * money.
 */
export function isRepeatable({ status, reasonCode, endedBy, returnedTransactionId, repeatsDebitId }: EndedDebit): boolean {
  if (repeatsDebitId !== null || endedBy !== null) return false;
  const isOver = status === "returned" || (status === "rejected" && returnedTransactionId === null);
  return isOver && (debitReasonOf(reasonCode)?.mayRepeat ?? false);
}

/**
 * Why an invoice is not collected once more. `mandate`: the mandate of the debit is no longer the payer's, or not valid on the new day.
 * `account`: the import no longer collects by direct debit, or its account takes no debits. `fee`: a reminder has named a late-payment fee, or one was charged.
 */
export type RepeatBlocker = "retracted" | "paid" | "no_email" | "in_progress" | "held" | "instalments" | "fee" | "account" | "mandate";
