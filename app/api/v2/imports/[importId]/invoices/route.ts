import { json } from "@/server/api/answer";
import { createdInvoicesResource, createEach, describedInvoicesBody, newInvoicesBody } from "@/server/api/created-invoices";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { getOpenImport } from "@/server/billing/imports/find-import";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Create many invoices",
      description:
        "Up to 1,000 at once, in an import that is not transmitted yet. Each is created, or refused with a code, for itself. Those that are created are created together: a repetition with the same idempotency key creates none twice.",
      tag: "Invoices",
      body: newInvoicesBody,
      describedBody: describedInvoicesBody,
      answer: createdInvoicesResource,
      errors: ["invalid_import_id", "import_already_transmitted", "invalid_invoices"],
      beforeFieldErrors: ({ db, actor, params }) => getOpenImport(db, actor, params.importId),
    },
    async (call) => json(await createEach(call)),
  ),
});
