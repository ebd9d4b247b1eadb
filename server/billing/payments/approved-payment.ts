import type { ApprovedAct } from "@/server/billing/approvals/proposal-decisions";
import { requireSeen } from "@/server/billing/invoices/seen-account";
import { recordExternalPayment } from "./record-external-payment";

/** Records a payment that a second person has approved. */
export const recordApprovedPayment: ApprovedAct = async (tx, actor, proposal) => async (seen) => {
  const { invoiceId, amountCents, reason, mayExceed, paidOn } = proposal;
  await recordExternalPayment(
    tx,
    actor,
    invoiceId,
    requireSeen(seen).lines,
    { amountCents, reason, mayExceed, paidOn },
    { isApproved: true },
  );
  return undefined;
};
