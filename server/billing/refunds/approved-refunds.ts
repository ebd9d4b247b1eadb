import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { requireSeen } from "@/server/billing/invoices/seen-account";
import { recordRefund } from "./record-refund";
import { createPendingRefund, orderPending } from "./refund-payment";

const approved = { isApproved: true };

/** Records a refund that a second person has approved. */
export const recordApprovedRefund: ApprovedAct = {
  carryOut: async (tx, actor, { invoiceId, amountCents, reason, paidOn }, seen) => {
    await recordRefund(tx, actor, invoiceId, requireSeen(seen), { amountCents, reason, paidOn }, approved);
    return undefined;
  },
};

/** Refunds a payment through its provider, once a second person has approved it. The provider is called after the transaction. */
export const refundApprovedPayment: ApprovedAct = {
  carryOut: async (tx, actor, { invoiceId, paymentId, amountCents, reason }, seen) => {
    if (!paymentId) throw new Error("a proposed refund of a payment has no payment");
    const ordered = await createPendingRefund(tx, actor, { invoiceId, paymentId }, requireSeen(seen), { amountCents, reason }, approved);
    return ordered && ((db) => orderPending(db, ordered));
  },
};
