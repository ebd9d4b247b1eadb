import { z } from "zod";
import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { newTicketBody, presentTicket, ticketResource } from "@/server/api/ticket";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { createTicket } from "@/server/desk/tickets/create-ticket";
import { listTickets } from "@/server/desk/tickets/list-tickets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Fetch the tickets of an invoice",
      tag: "Tickets",
      answer: z.strictObject({ tickets: z.array(ticketResource) }),
      errors: ["invalid_invoice_id"],
    },
    async ({ db, actor, params }) => json({ tickets: (await listTickets(db, actor, params.invoiceId)).map(presentTicket) }),
  ),
  POST: endpoint(
    {
      summary: "Create a ticket on an invoice",
      description: "The company's answer to its customer. Unanswered tickets of the invoice become answered.",
      tag: "Tickets",
      body: newTicketBody,
      answer: ticketResource,
      errors: ["invalid_invoice_id", "invalid_message"],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => json(presentTicket(await createTicket(db, actor, params.invoiceId, body))),
  ),
});
