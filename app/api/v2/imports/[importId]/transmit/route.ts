import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { importResource, presentImport } from "@/server/api/import";
import { endpoints } from "@/server/api/route-handlers";
import { transmitImport } from "@/server/billing/imports/transmit-import";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Transmit an import",
      scope: "money",
      description: "Hands over all its invoices for collection together, or none of them.",
      tag: "Imports",
      answer: importResource,
      errors: ["invalid_import_id", "import_already_transmitted", "import_is_empty", "expected_invoices_count_not_reached"],
    },
    async ({ db, actor, params }) => json(presentImport(await transmitImport(db, actor, params.importId))),
  ),
});
