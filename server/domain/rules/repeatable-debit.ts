import type { ReportStatus } from "@/server/domain/banking/report-codes";
import { debitReasonOf } from "./debit-reasons";
import type { DebitStatus } from "./debit-state";
import { contradictionOf } from "./debit-verdict";

/** A debit, as far as it decides whether a person may collect it once more. */
export interface EndedDebit {
  status: DebitStatus;
  /** Status in the bank's report that counts; null: none. */
  reportStatus: ReportStatus | null;
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
 * Whether a person may collect a debit once more, by its own state: the bank rejected or returned it for a reason that allows it. Not if
 * - it repeats another one;
 * - only a person said that the bank did not collect it;
 * - its return waits for its booking, or the bank has said since that it accepts or has collected it: the bank may have the money.
 */
export function isRepeatable(debit: EndedDebit): boolean {
  const { status, reasonCode, endedBy, returnedTransactionId, repeatsDebitId } = debit;
  if (repeatsDebitId !== null || endedBy !== null || contradictionOf(debit) !== null) return false;
  const isOver = status === "returned" || (status === "rejected" && returnedTransactionId === null);
  return isOver && (debitReasonOf(reasonCode)?.mayRepeat ?? false);
}

/**
 * Why an invoice is not collected once more. `mandate`: the mandate of the debit is no longer the payer's, or not valid on the new day.
 * `account`: the import no longer collects by direct debit, or its account takes no debits. `fee`: a reminder has named a late-payment fee, or one was charged.
 * `fees_only`: what is owed is no more than its fees, which are not collected.
 */
export type RepeatBlocker =
  | "retracted"
  | "paid"
  | "fees_only"
  | "no_email"
  | "in_progress"
  | "held"
  | "instalments"
  | "fee"
  | "account"
  | "mandate";
