import { bookApproved } from "@/server/bank/payments/approved-booking";
import { proposalDecisions } from "@/server/billing/approvals/proposal-decisions";
import { recordApprovedPayment } from "@/server/billing/payments/approved-payment";
import { recordApprovedRefund, refundApprovedPayment } from "@/server/billing/refunds/approved-refunds";

/** Approves and declines proposals. An approval carries out the act for the proposal's kind. */
export const { approveProposal, declineProposal } = proposalDecisions({
  record_payment: recordApprovedPayment,
  record_refund: recordApprovedRefund,
  refund_payment: refundApprovedPayment,
  book_transaction: bookApproved,
});
