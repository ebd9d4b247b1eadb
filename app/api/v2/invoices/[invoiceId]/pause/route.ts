import { json } from "@/server/api/answer";
import { collectionResource, pauseBody, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { holdInvoice } from "@/server/billing/holds/hold-invoice";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Pause collection of an invoice",
      description:
        "No messages are sent and no late-payment fee is charged through the day `until`. Replaces an existing pause; that of a customer's promise to pay on a day only if it ends no later.",
      tag: "Collection",
      body: pauseBody,
      answer: collectionResource,
      errors: ["invalid_invoice_id", "invalid_until", "invalid_reason", "invoice_not_transmitted", "already_retracted", "invoice_on_hold"],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => {
      await holdInvoice(db, actor, params.invoiceId, { kind: "paused", ...body });
      return json(presentCollection(await describeCollection(db, actor, params.invoiceId)));
    },
  ),
});
