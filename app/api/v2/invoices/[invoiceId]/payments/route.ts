import { json } from "@/server/api/answer";
import { collectionResource, newPaymentBody, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { recordExternalPayment } from "@/server/billing/payments/record-external-payment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Record a payment",
      scope: "money",
      description:
        "Records money that the company received itself, such as a transfer or cash. `paid_on` is the bank's value date: a late-payment fee is credited if the customer paid by the due day. Send an idempotency key, so that the payment is recorded once.",
      tag: "Collection",
      body: newPaymentBody,
      answer: collectionResource,
      errors: [
        "invalid_invoice_id",
        "invalid_amount_cents",
        "invalid_reason",
        "invalid_paid_on",
        "invalid_may_exceed",
        "invoice_not_transmitted",
        "payment_exceeds_outstanding",
        "second_person_required",
      ],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => {
      await recordExternalPayment(db, actor, params.invoiceId, null, body);
      return json(presentCollection(await describeCollection(db, actor, params.invoiceId)));
    },
  ),
});
