import { json, noContent } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceResource, presentInvoice, recipientErrors, recipientUpdateBody } from "@/server/api/invoice";
import { endpoints } from "@/server/api/route-handlers";
import { deleteInvoice } from "@/server/billing/invoices/delete-invoice";
import { getInvoice, requireInvoice } from "@/server/billing/invoices/find-invoice";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show an invoice",
      description: "Includes its lines, messages and tickets.",
      tag: "Invoices",
      answer: invoiceResource,
      errors: ["invalid_invoice_id"],
      conditional: true,
      isLookUp: true,
    },
    async ({ db, actor, params }) => json(presentInvoice(await getInvoice(db, actor, params.invoiceId))),
  ),
  PUT: endpoint(
    {
      summary: "Update an invoice",
      description:
        "Changes only the fields that are sent, and only those about the recipient: lines, amounts and the import cannot be changed. The fields are validated on the invoice as it would be after the change.",
      tag: "Invoices",
      body: recipientUpdateBody,
      answer: invoiceResource,
      errors: ["invalid_invoice_id", ...recipientErrors],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => json(presentInvoice(await updateInvoice(db, actor, params.invoiceId, body))),
  ),
  DELETE: endpoint(
    {
      summary: "Delete an invoice",
      description: "Possible only while it is not transmitted.",
      tag: "Invoices",
      answer: null,
      errors: ["invalid_invoice_id", "invoice_already_transmitted"],
    },
    async ({ db, actor, params }) => {
      await deleteInvoice(db, actor, params.invoiceId);
      return noContent();
    },
  ),
});
