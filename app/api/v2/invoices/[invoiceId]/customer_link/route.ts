import { json } from "@/server/api/answer";
import { customerLinkResource } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { customerLink } from "@/server/billing/customer-links/customer-link";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Fetch customer link of an invoice",
      description:
        "The address at which the customer sees and pays the invoice. It stays the same until it is replaced in the portal. Keep it secret: anybody who has it can act as the customer.",
      tag: "Collection",
      answer: customerLinkResource,
      errors: ["invalid_invoice_id", "invoice_not_transmitted"],
    },
    async ({ db, actor, params: { invoiceId } }) =>
      json({ invoice_id: invoiceId, customer_link: await customerLink(db, actor, invoiceId) }),
  ),
});
