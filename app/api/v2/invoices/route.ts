import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceResource, newInvoiceBody, presentInvoice } from "@/server/api/invoice";
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
      errors: [
        "invalid_import_id",
        "import_already_transmitted",
        "invalid_external_invoice_number",
        "invalid_reference",
        "invalid_federation_membership_number",
        "invalid_club_membership_number",
        "invalid_member_external_id",
        "invalid_external_membership_number",
        "invalid_locale",
        "invalid_customer",
        "invalid_customer_name",
        "invalid_customer_last_name",
        "invalid_customer_email",
        "invalid_customer_phone",
        "invalid_customer_address",
        "invalid_invoice_lines",
        "invalid_invoice_line_id",
        "invalid_amount_cents",
        "invalid_description",
        "invalid_date",
        "invalid_amount_total_cents",
        "duplicate_invoice_line_id",
      ],
      beforeFieldErrors: async ({ db, actor, given: { import_id: importId } }) => {
        if (typeof importId === "string" && isId(importId)) await getOpenImport(db, actor, importId, { missing: "refused" });
      },
    },
    async ({ db, actor, body }) => json(presentInvoice(await createInvoice(db, actor, body))),
  ),
});
