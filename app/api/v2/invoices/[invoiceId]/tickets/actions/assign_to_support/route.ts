import { noContent } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { assignToSupport } from "@/server/desk/tickets/assign-to-support";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Assign the tickets of an invoice to support",
      description:
        "Puts the conversation into the queue of the support team, until it is archived or handed back. Also spelled `/assign:to:support`.",
      tag: "Tickets",
      answer: null,
      errors: ["invalid_invoice_id"],
    },
    async ({ db, actor, params }) => {
      await assignToSupport(db, actor, params.invoiceId);
      return noContent();
    },
  ),
});
