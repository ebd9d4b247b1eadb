import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { bookProposed } from "./decide-transaction";
import { lockProposedTransaction } from "./lock-transaction";

/**
 * Books a payment on a bank statement as it was proposed. Nothing else can be decided about it while it is proposed, so the account need not
 * be compared with what the approver saw.
 */
export const bookApproved: ApprovedAct = async (tx, actor, { bankTransactionId, parts }) => {
  if (!bankTransactionId) throw new Error("a proposed booking has no payment");
  const transaction = await lockProposedTransaction(tx, actor, bankTransactionId);
  return async () => {
    await bookProposed(tx, actor, transaction, parts ?? []);
    return undefined;
  };
};
