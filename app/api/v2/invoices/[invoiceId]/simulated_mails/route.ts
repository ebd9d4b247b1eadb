import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { presentSimulatedMails, simulatedMailsResource } from "@/server/api/sandbox";
import { listSimulatedMails } from "@/server/sandbox/list-simulated-mails";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List simulated mails of an invoice",
      description:
        "In a sandbox: the mails that the customer would have received, with their links. Oldest first; contents are kept for 30 days.",
      tag: "Sandbox",
      answer: simulatedMailsResource,
      errors: ["invalid_invoice_id", "not_a_sandbox"],
    },
    async ({ db, actor, params: { invoiceId } }) => json(presentSimulatedMails(invoiceId, await listSimulatedMails(db, actor, invoiceId))),
  ),
});
