import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceResource, newInvoiceBody, newInvoiceErrors, presentInvoice } from "@/server/api/invoice";
import { invoicesByIdParameters, invoicesByIdResource, presentInvoicesById } from "@/server/api/invoice-lists";
import { endpoints } from "@/server/api/route-handlers";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { listInvoicesById, listInvoicesByNumber } from "@/server/billing/invoices/list-invoices-by-id";
import { isId } from "@/server/domain/formats/id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List invoices by id",
      description:
        "Returns each invoice as `GET /invoices/{invoiceId}` does: all those named by `GET /changes` or a notification, in one request. With `external_invoice_number` instead, returns the newest 100 invoices with this number of yours. Without either parameter, the path has no GET.",
      tag: "Invoices",
      onlyWith: ["ids", "external_invoice_number"],
      lists: ["ids"],
      parameters: invoicesByIdParameters,
      answer: invoicesByIdResource,
      errors: ["invalid_ids", "invalid_external_invoice_number"],
      conditional: true,
    },
    async ({ db, actor, parameters: { ids, external_invoice_number: number } }) => {
      if (ids) return json(presentInvoicesById(ids, await listInvoicesById(db, actor, ids)));
      // Without ids there is a number: `onlyWith` admits no other request.
      const found = number === null ? [] : await listInvoicesByNumber(db, actor, number);
      return json(
        presentInvoicesById(
          found.map(({ id }) => id),
          found,
        ),
      );
    },
  ),
  POST: endpoint(
    {
      summary: "Create an invoice",
      description: "Creates an invoice with one or more lines in an import that is not transmitted yet.",
      tag: "Invoices",
      body: newInvoiceBody,
      answer: invoiceResource,
      errors: ["invalid_import_id", "import_already_transmitted", ...newInvoiceErrors],
      insteadOfFieldErrors: async ({ db, actor, given: { import_id: importId } }) => {
        if (typeof importId === "string" && isId(importId)) await getOpenImport(db, actor, importId, { missing: "refused" });
      },
    },
    async ({ db, actor, body }) => json(presentInvoice(await createInvoice(db, actor, body))),
  ),
});
