import { json } from "@/server/api/answer";
import { collectionResource, presentCollection } from "@/server/api/collection";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { simulatedPaymentBody } from "@/server/api/sandbox";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { simulatePayment } from "@/server/customer-page/simulate-payment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Simulate a payment",
      description:
        "In a sandbox: simulates that the customer pays the outstanding amount, with this outcome, or that their bank charges the last payment back. If a payment is in progress, it gets this outcome.",
      tag: "Sandbox",
      body: simulatedPaymentBody,
      answer: collectionResource,
      errors: [
        "invalid_invoice_id",
        "invalid_outcome",
        "invalid_method",
        "not_a_sandbox",
        "nothing_to_charge_back",
        "payments_not_offered",
        "already_retracted",
        "invoice_not_transmitted",
        "nothing_outstanding",
        "payment_in_progress",
      ],
      insteadOfFieldErrors: ({ db, actor, params }) => requireInvoice(db, actor, params.invoiceId),
    },
    async ({ db, actor, params: { invoiceId }, body }) => {
      await simulatePayment(db, actor, invoiceId, body);
      return json(presentCollection(await describeCollection(db, actor, invoiceId)));
    },
  ),
});
