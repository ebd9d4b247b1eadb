import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { requireSeen } from "@/server/billing/invoices/seen-account";
import { recordExternalPayment } from "./record-external-payment";

/** Records a payment that a second person has approved. */
export const recordApprovedPayment: ApprovedAct = {
  carryOut: async (tx, actor, { invoiceId, amountCents, reason, mayExceed, paidOn }, seen) => {
    const payment = { amountCents, reason, mayExceed, paidOn };
    await recordExternalPayment(tx, actor, invoiceId, requireSeen(seen).lines, payment, { isApproved: true });
    return undefined;
  },
};
