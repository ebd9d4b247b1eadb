import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { invoiceResource, presentInvoice, retractionBody } from "@/server/api/invoice";
import { endpoints } from "@/server/api/route-handlers";
import { creditAndRetractInvoice } from "@/server/billing/invoices/credit-and-retract-invoice";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Credit and retract an invoice",
      scope: "money",
      description:
        "Credits the outstanding amount, including fees, and ends collection. `external_invoice_number` is the number of the partner's credit note. Also spelled `/credit:and:retract`.",
      tag: "Invoices",
      body: retractionBody,
      answer: invoiceResource,
      errors: [
        "invalid_invoice_id",
        "invalid_external_invoice_number",
        "invalid_description",
        "invalid_retraction_reason",
        "invalid_show_retraction_reason_to_customer",
        "already_retracted",
        "payment_in_progress",
      ],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params, body }) => json(presentInvoice(await creditAndRetractInvoice(db, actor, params.invoiceId, body))),
  ),
});
