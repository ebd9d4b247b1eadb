import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { importCollectionResource, presentImportCollection } from "@/server/api/import-collection";
import { endpoints } from "@/server/api/route-handlers";
import { describeImportCollection } from "@/server/billing/collection/describe-import-collection";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show collection of an import",
      description:
        "Collection status: due day, sums, the number of invoices in each state, and invoice numbers that occur twice, to check before transmitting.",
      tag: "Collection",
      answer: importCollectionResource,
      errors: ["invalid_import_id"],
      conditional: true,
    },
    async ({ db, actor, params }) => json(presentImportCollection(await describeImportCollection(db, actor, params.importId))),
  ),
});
