import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { bookProposed } from "./decide-transaction";
import { lockProposedTransaction } from "./lock-transaction";

/**
 * Books a payment on a bank statement as proposed. While the proposal waits, nothing else can be decided about the payment, so no
 * comparison with the state that the approver saw is needed.
 */
export const bookApproved: ApprovedAct = async (tx, actor, { bankTransactionId, parts }) => {
  if (!bankTransactionId) throw new Error("a proposed booking has no payment");
  const transaction = await lockProposedTransaction(tx, actor, bankTransactionId);
  return async () => {
    await bookProposed(tx, actor, transaction, parts ?? []);
    return undefined;
  };
};
