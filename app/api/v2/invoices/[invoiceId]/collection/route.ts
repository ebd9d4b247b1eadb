import { json } from "@/server/api/answer";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { describeCollection } from "@/server/billing/collection/describe-collection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show collection of an invoice",
      description:
        "Collection status: state, due day, sums, hold, next message to the customer, payments and refunds. The next message and the days overdue change as time passes, without a notification.",
      tag: "Collection",
      answer: collectionResource,
      errors: ["invalid_invoice_id"],
      conditional: true,
    },
    async ({ db, actor, params }) => json(presentCollection(await describeCollection(db, actor, params.invoiceId))),
  ),
});
