import { json } from "@/server/api/answer";
import { createdInvoicesResource, createEach, describedInvoicesBody, newInvoicesBody } from "@/server/api/created-invoices";
import { endpoint } from "@/server/api/endpoint";
import { invoicesOfImportParameters, invoicesOfImportResource, presentInvoicesOfImport } from "@/server/api/invoice-lists";
import { pageRequest } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { getOpenImport, requireImport } from "@/server/billing/imports/find-import";
import { listInvoicesOfImport } from "@/server/billing/invoices/list-invoices-of-import";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List invoices of an import",
      description: "Returns each invoice as `GET /invoices/{invoiceId}` does, one page at a time.",
      tag: "Invoices",
      parameters: invoicesOfImportParameters,
      answer: invoicesOfImportResource,
      errors: ["invalid_import_id", "invalid_cursor", "invalid_page_size"],
      insteadOfFieldErrors: ({ db, actor, params }) => requireImport(db, actor, params.importId),
    },
    async ({ db, actor, params, parameters: { cursor: afterNumber, page_size } }) => {
      // Called only to limit the page's size, because the cursor takes the place of a page number.
      const { pageSize } = pageRequest({ page_number: 1, page_size });
      return json(presentInvoicesOfImport(await listInvoicesOfImport(db, actor, params.importId, { afterNumber, pageSize })));
    },
  ),
  POST: endpoint(
    {
      summary: "Create many invoices",
      description:
        "Creates up to 1,000 invoices in an import that is not transmitted yet. Each invoice is created or refused with a code, independently of the others. All accepted invoices are created together: a repetition with the same idempotency key creates none twice.",
      tag: "Invoices",
      body: newInvoicesBody,
      describedBody: describedInvoicesBody,
      answer: createdInvoicesResource,
      errors: ["invalid_import_id", "import_already_transmitted", "invalid_invoices"],
      insteadOfFieldErrors: ({ db, actor, params }) => getOpenImport(db, actor, params.importId),
    },
    async (call) => json(await createEach(call)),
  ),
});
