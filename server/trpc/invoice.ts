import { z } from "zod";
import { findReference } from "@/server/bank/transfers/find-reference";
import { addAmount } from "@/server/billing/collection/add-amount";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import { replaceCustomerLink } from "@/server/billing/customer-links/replace-customer-link";
import { eraseCustomer } from "@/server/billing/customers/erase-customer";
import { holdInvoice, newPause, newStop, resumeInvoice, withdrawal, withdrawPromise } from "@/server/billing/holds/hold-invoice";
import { dissolveHousehold, joinHousehold, leaveHousehold } from "@/server/billing/households/change-household";
import { getHousehold } from "@/server/billing/households/household";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import { retractAsSeen } from "@/server/billing/invoices/retract-as-seen";
import { updateRecipient } from "@/server/billing/invoices/update-recipient";
import { listMoney } from "@/server/billing/payments/list-money";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";
import { creditAndRefund, waysBack } from "@/server/billing/refunds/credit-and-refund";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { refundPayment } from "@/server/billing/refunds/refund-payment";
import { agreeToArrangement, newArrangement } from "@/server/desk/arrangements/agree-to-arrangement";
import { findArrangementOffer } from "@/server/desk/arrangements/arrangement-offer";
import { endArrangement, endOfArrangement } from "@/server/desk/arrangements/end-arrangement";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { sendAgain } from "@/server/messages/send-again";
import { flag, optionalDay, optionalText, requiredInvoiceNumber, requiredText } from "@/server/platform/fields";
import { requireProof } from "@/server/tenancy/factors/require-proof";
import {
  answerProcedure,
  invoicesProcedure,
  moneyProcedure,
  portalProcedure,
  provedAdministratorProcedure,
  provedMoneyProcedure,
  router,
} from "./init";
import { amountCents, id, seenAccount } from "./input";
import { recipientUpdate } from "./recipient-input";

const retraction = z.object({
  creditNoteNumber: requiredInvoiceNumber("invalid_external_invoice_number"),
  description: requiredText("invalid_description", { max: 2_000 }),
  retractionReason: optionalText("invalid_retraction_reason", { max: 2_000 }),
  showRetractionReasonToCustomer: flag("invalid_show_retraction_reason_to_customer"),
});

const ofInvoice = z.object({ invoiceId: id });

/**
 * An act on an invoice's account, with the number of lines that its author saw. Acts that give money back take `seenAccount` instead,
 * because they also depend on earlier refunds.
 */
const onAccount = ofInvoice.extend({ seenLines: z.int().min(1) });
const adjustment = z.object({ amountCents, description: requiredText("invalid_description", { max: 2_000 }) });
const withReason = z.object({ amountCents, reason: requiredText("invalid_reason", { max: 2_000 }) });
const newRefund = ofInvoice.extend({ seen: seenAccount, refund: withReason });

const newHold = z.discriminatedUnion("kind", [
  newPause.extend({ kind: z.literal("paused") }),
  newStop.extend({ kind: z.enum(["stopped", "handed_over"]) }),
]);

/** One invoice's record, and the acts on it. */
export const invoiceRouter = router({
  get: portalProcedure.input(ofInvoice).query(({ ctx, input }) => describeInvoice(ctx.db, ctx.actor, input.invoiceId)),
  timeline: portalProcedure.input(ofInvoice).query(({ ctx, input }) => listTimeline(ctx.db, ctx.actor, input.invoiceId)),
  reference: portalProcedure.input(ofInvoice).query(({ ctx, input }) => findReference(ctx.db, ctx.actor, input.invoiceId)),
  plan: portalProcedure.input(ofInvoice).query(({ ctx, input }) => describePlan(ctx.db, ctx.actor, input.invoiceId)),
  updateRecipient: invoicesProcedure
    .input(ofInvoice.extend({ version: z.string(), recipient: recipientUpdate }))
    // Requires a proof of identity only if the account number changes.
    .mutation(({ ctx, input }) =>
      updateRecipient(ctx.db, ctx.actor, input.invoiceId, input.version, input.recipient, () => requireProof(ctx.person)),
    ),
  retract: invoicesProcedure
    .input(ofInvoice.extend({ outstandingCents: z.number().int(), retraction }))
    .mutation(({ ctx, input }) => retractAsSeen(ctx.db, ctx.actor, input.invoiceId, input.outstandingCents, input.retraction)),
  addAmount: invoicesProcedure
    .input(onAccount.extend({ adjustment }))
    .mutation(({ ctx, input }) => addAmount(ctx.db, ctx.actor, input.invoiceId, input.seenLines, input.adjustment)),
  creditAmount: invoicesProcedure
    .input(onAccount.extend({ adjustment }))
    .mutation(({ ctx, input }) => creditAmount(ctx.db, ctx.actor, input.invoiceId, input.seenLines, input.adjustment)),
  recordPayment: moneyProcedure
    .input(
      onAccount.extend({ payment: withReason.extend({ mayExceed: z.boolean().default(false), paidOn: optionalDay("invalid_paid_on") }) }),
    )
    .mutation(({ ctx, input }) => recordExternalPayment(ctx.db, ctx.actor, input.invoiceId, input.seenLines, input.payment)),
  hold: invoicesProcedure
    .input(ofInvoice.extend({ hold: newHold }))
    .mutation(({ ctx, input }) => holdInvoice(ctx.db, ctx.actor, input.invoiceId, input.hold)),
  resume: invoicesProcedure
    .input(ofInvoice.extend({ holdId: id }))
    .mutation(({ ctx, input }) => resumeInvoice(ctx.db, ctx.actor, input.invoiceId, input.holdId)),
  withdrawPromise: invoicesProcedure
    .input(ofInvoice.extend({ withdrawal }))
    .mutation(({ ctx, input }) => withdrawPromise(ctx.db, ctx.actor, input.invoiceId, input.withdrawal)),
  arrangementOffer: portalProcedure.input(ofInvoice).query(({ ctx, input }) => findArrangementOffer(ctx.db, ctx.actor, input.invoiceId)),
  agreeToArrangement: invoicesProcedure
    .input(ofInvoice.extend({ arrangement: newArrangement }))
    .mutation(({ ctx, input }) => agreeToArrangement(ctx.db, ctx.actor, input.invoiceId, input.arrangement)),
  endArrangement: invoicesProcedure
    .input(ofInvoice.extend({ end: endOfArrangement }))
    .mutation(({ ctx, input }) => endArrangement(ctx.db, ctx.actor, input.invoiceId, input.end)),
  // A mutation, because the first call creates the link.
  customerLink: answerProcedure.input(ofInvoice).mutation(({ ctx, input }) => customerLink(ctx.db, ctx.actor, input.invoiceId)),
  replaceCustomerLink: answerProcedure
    .input(ofInvoice)
    .mutation(({ ctx, input }) => replaceCustomerLink(ctx.db, ctx.actor, input.invoiceId)),
  money: portalProcedure.input(ofInvoice).query(({ ctx, input }) => listMoney(ctx.db, ctx.actor, input.invoiceId)),
  recordRefund: provedMoneyProcedure
    .input(ofInvoice.extend({ seen: seenAccount, refund: withReason.extend({ paidOn: optionalDay("invalid_paid_on") }) }))
    .mutation(({ ctx, input }) => recordRefund(ctx.db, ctx.actor, input.invoiceId, input.seen, input.refund)),
  refundPayment: provedMoneyProcedure
    .input(newRefund.extend({ paymentId: id }))
    .mutation(({ ctx, input: { seen, refund, ...of } }) => refundPayment(ctx.db, ctx.actor, of, seen, refund)),
  creditAndRefund: provedMoneyProcedure
    .input(ofInvoice.extend({ seen: seenAccount, adjustment, wayBack: z.enum(waysBack) }))
    .mutation(({ ctx, input: { invoiceId, seen, adjustment: credit, wayBack } }) =>
      creditAndRefund(ctx.db, ctx.actor, invoiceId, seen, { credit, wayBack }),
    ),
  sendMessageAgain: answerProcedure
    .input(ofInvoice.extend({ messageId: id }))
    .mutation(({ ctx, input }) => sendAgain(ctx.db, ctx.actor, input.invoiceId, input.messageId)),
  eraseCustomer: provedAdministratorProcedure
    .input(ofInvoice)
    .mutation(({ ctx, input }) => eraseCustomer(ctx.db, ctx.actor, { invoiceId: input.invoiceId })),
  household: portalProcedure.input(ofInvoice).query(({ ctx, input }) => getHousehold(ctx.db, ctx.actor, input.invoiceId)),
  joinHousehold: invoicesProcedure
    .input(ofInvoice.extend({ number: requiredInvoiceNumber("invalid_external_invoice_number") }))
    .mutation(({ ctx, input }) => joinHousehold(ctx.db, ctx.actor, input.invoiceId, input.number)),
  leaveHousehold: invoicesProcedure.input(ofInvoice).mutation(({ ctx, input }) => leaveHousehold(ctx.db, ctx.actor, input.invoiceId)),
  dissolveHousehold: invoicesProcedure.input(ofInvoice).mutation(({ ctx, input }) => dissolveHousehold(ctx.db, ctx.actor, input.invoiceId)),
  delete: invoicesProcedure.input(ofInvoice).mutation(({ ctx, input }) => deleteInvoice(ctx.db, ctx.actor, input.invoiceId)),
});
