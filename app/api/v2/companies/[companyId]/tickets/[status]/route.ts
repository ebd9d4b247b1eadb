import { z } from "zod";
import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { pageRequest, pageResource, presentPage } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { listedTicketResource, presentListedTicket, ticketsOfCompanyParameters } from "@/server/api/ticket";
import { listTicketsOfCompany } from "@/server/desk/tickets/list-tickets-of-company";
import { getCompany } from "@/server/tenancy/companies/find-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List the tickets of a company",
      description: "Tickets with this status, oldest first.",
      tag: "Tickets",
      parameters: ticketsOfCompanyParameters,
      answer: z.strictObject({ tickets: z.array(listedTicketResource), page: pageResource }),
      errors: ["invalid_company_id", "invalid_status", "invalid_page_number", "invalid_page_size"],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, parameters }) => {
      const page = await listTicketsOfCompany(db, actor, params.companyId, parameters.status, pageRequest(parameters));
      return json({ tickets: page.entries.map(presentListedTicket), page: presentPage(page) });
    },
  ),
});
