import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceLinesResource, presentInvoiceLines } from "@/server/api/invoice";
import { endpoints } from "@/server/api/route-handlers";
import { getInvoiceLines } from "@/server/billing/invoices/find-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Fetch the lines of an invoice",
      tag: "Invoices",
      answer: invoiceLinesResource,
      errors: ["invalid_invoice_id"],
      conditional: true,
      isLookUp: true,
    },
    async ({ db, actor, params }) => json(presentInvoiceLines(await getInvoiceLines(db, actor, params.invoiceId))),
  ),
});
