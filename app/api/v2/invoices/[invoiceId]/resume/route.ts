import { json } from "@/server/api/answer";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { resumeInvoice } from "@/server/billing/holds/hold-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Resume collection of an invoice",
      description:
        "Lifts the invoice's hold, regardless of its kind. A customer's promise to pay on a day is withdrawn: the customer is told, and the invoice is paused for seven days, or until the end of the promise if that is sooner. During that pause, resuming changes nothing. Once another hold is lifted, a promise that it had replaced goes on until its end.",
      tag: "Collection",
      answer: collectionResource,
      errors: ["invalid_invoice_id", "invoice_not_on_hold"],
    },
    async ({ db, actor, params }) => {
      await resumeInvoice(db, actor, params.invoiceId);
      return json(presentCollection(await describeCollection(db, actor, params.invoiceId)));
    },
  ),
});
