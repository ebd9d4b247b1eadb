import type { BankTransaction } from "@/db/schema/bank-transactions";

/**
 * Returns the state of a payment that is not booked: outgoing payments such as rent need no review, unlike incoming and returned payments.
 */
export function unbookedStateOf({
  amountCents,
  isReversal,
  returnReason,
}: Pick<BankTransaction, "amountCents" | "isReversal" | "returnReason">): "open" | "noted" {
  return amountCents < 0 && !isReversal && returnReason === "" ? "noted" : "open";
}
