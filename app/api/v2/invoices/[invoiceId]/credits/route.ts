import { json } from "@/server/api/answer";
import { collectionResource, newCreditBody, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { creditAmount } from "@/server/billing/invoices/credit-amount";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Credit an amount",
      scope: "money",
      description:
        "Credits a part of the amount charged, even if it is already paid: an outstanding amount below 0 is owed to the customer. To end collection, credit and retract the invoice instead.",
      tag: "Collection",
      body: newCreditBody,
      answer: collectionResource,
      errors: [
        "invalid_invoice_id",
        "invalid_amount_cents",
        "invalid_description",
        "already_retracted",
        "invoice_not_transmitted",
        "credit_exceeds_charged",
        "payment_in_progress",
      ],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => {
      await creditAmount(db, actor, params.invoiceId, null, body);
      return json(presentCollection(await describeCollection(db, actor, params.invoiceId)));
    },
  ),
});
