import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceResource, newInvoiceBody, newInvoiceErrors, presentInvoice } from "@/server/api/invoice";
import { endpoints } from "@/server/api/route-handlers";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { isId } from "@/server/domain/id";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Create an invoice",
      description: "With one or more lines, inside an import that is not transmitted yet.",
      tag: "Invoices",
      body: newInvoiceBody,
      answer: invoiceResource,
      errors: ["invalid_import_id", "import_already_transmitted", ...newInvoiceErrors],
      beforeFieldErrors: async ({ db, actor, given: { import_id: importId } }) => {
        if (typeof importId === "string" && isId(importId)) await getOpenImport(db, actor, importId, { missing: "refused" });
      },
    },
    async ({ db, actor, body }) => json(presentInvoice(await createInvoice(db, actor, body))),
  ),
});
