import type { Database } from "@/db/client";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import type { Proposal } from "@/db/schema/proposals";
import type { Actor } from "@/server/actor";
import { matchAnswersAgain } from "@/server/bank/debits/match-answers-again";
import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { collectProposed } from "./collect-debits";
import { bookProposed } from "./decide-transaction";
import { lockProposedTransaction } from "./lock-transaction";

/**
 * Books a payment on a bank statement as proposed. While the proposal waits, nothing else can be decided about the payment, so no
 * comparison with the state that the approver saw is needed.
 */
export const bookApproved: ApprovedAct = {
  lockFirst: lockPayment,
  carryOut: async (tx, actor, proposal) => {
    const payment = await lockPayment(tx, actor, proposal);
    if (proposal.debitIds) await collectProposed(tx, actor, payment, proposal.debitIds);
    else await bookProposed(tx, actor, payment, proposal.parts ?? []);
    return undefined;
  },
  // Banks' answers to direct debits of these invoices have waited, too, because they may be about the same money.
  whenDeclined: (tx, actor, { parts }) =>
    matchAnswersAgain(
      tx,
      actor.partnerId,
      (parts ?? []).map(({ invoiceId }) => invoiceId),
    ),
};

async function lockPayment(tx: Database, actor: Actor, { bankTransactionId }: Proposal): Promise<BankTransaction> {
  if (!bankTransactionId) throw new Error("a proposed booking has no payment");
  return lockProposedTransaction(tx, actor, bankTransactionId);
}
