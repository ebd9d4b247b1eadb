import { json } from "@/server/api/answer";
import { collectionResource, newRefundBody, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { recordRefund } from "@/server/billing/refunds/record-refund";
import { createPendingRefund } from "@/server/billing/refunds/refund-payment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Refund an amount",
      scope: "money",
      description:
        "Refunds a part of the amount owed to the customer. With `payment_id`, the payment's provider is asked to pay the money back, in the background; the refund is added to the invoice once the provider has paid it. Without `payment_id`, the call records money that the company has paid back itself.",
      tag: "Collection",
      body: newRefundBody,
      answer: collectionResource,
      errors: [
        "invalid_invoice_id",
        "invalid_amount_cents",
        "invalid_reason",
        "invalid_payment_id",
        "invoice_not_transmitted",
        "refund_exceeds_owed",
        "payment_not_refundable",
        "second_person_required",
      ],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params: { invoiceId }, body: { paymentId, refund } }) => {
      // A system does not tell which account of the invoice it has seen, so there is nothing to compare.
      const seenAccount = null;
      if (paymentId) await createPendingRefund(db, actor, { invoiceId, paymentId }, seenAccount, refund);
      else await recordRefund(db, actor, invoiceId, seenAccount, refund);
      return json(presentCollection(await describeCollection(db, actor, invoiceId)));
    },
  ),
});
