import { noContent } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { archiveTickets } from "@/server/desk/tickets/archive-tickets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Archive all tickets of an invoice",
      description: "Also succeeds if there are no tickets, or if all are archived already.",
      tag: "Tickets",
      answer: null,
      errors: ["invalid_invoice_id"],
    },
    async ({ db, actor, params }) => {
      await archiveTickets(db, actor, params.invoiceId);
      return noContent();
    },
  ),
});
