import type { BankTransaction } from "@/db/schema/bank-transactions";
import { saysReturn } from "@/server/domain/banking/entry-kinds";

/**
 * Whether a payment on a statement may correct an earlier entry, so that only a person can tell what it means for a direct debit. Incoming: the
 * bank marks it as the reversal of an outgoing entry, so it takes a return back. Outgoing: the bank marks it as a reversal and states no reason,
 * so it may cancel an entry that was booked by mistake; a return has a reason, or is called one. In camt: element `RvslInd`; in MT940: `RD`, `RC`.
 */
export function mayBeCorrection({
  amountCents,
  isReversal,
  returnReason,
  text,
}: Pick<BankTransaction, "amountCents" | "isReversal" | "returnReason" | "text">): boolean {
  return isReversal && (amountCents > 0 || (returnReason === "" && !saysReturn(text)));
}
