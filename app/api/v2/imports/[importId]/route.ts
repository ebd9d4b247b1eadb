import { json, noContent } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { importResource, importUpdateBody, presentImport } from "@/server/api/import";
import { endpoints } from "@/server/api/route-handlers";
import { deleteImport } from "@/server/billing/imports/delete-import";
import { getImport, getOpenImport } from "@/server/billing/imports/find-import";
import { updateImport } from "@/server/billing/imports/update-import";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show an import",
      description: "Includes the ids of its invoices.",
      tag: "Imports",
      answer: importResource,
      errors: ["invalid_import_id"],
      conditional: true,
    },
    async ({ db, actor, params }) => json(presentImport(await getImport(db, actor, params.importId))),
  ),
  PUT: endpoint(
    {
      summary: "Update an import",
      description: "Changes only the fields that are sent. Possible only while the import is not transmitted.",
      tag: "Imports",
      body: importUpdateBody,
      answer: importResource,
      errors: ["invalid_import_id", "import_already_transmitted", "invalid_title", "invalid_expected_invoices_count"],
      insteadOfFieldErrors: ({ db, actor, params }) => getOpenImport(db, actor, params.importId),
    },
    async ({ db, actor, params, body }) => json(presentImport(await updateImport(db, actor, params.importId, body))),
  ),
  DELETE: endpoint(
    {
      summary: "Delete an import",
      description: "Also deletes all its invoices. Possible only while the import is not transmitted.",
      tag: "Imports",
      answer: null,
      errors: ["invalid_import_id", "import_already_transmitted"],
      // Six minutes, longer than the deletion itself may take.
      timeoutMs: 6 * 60_000,
    },
    async ({ db, actor, params }) => {
      await deleteImport(db, actor, params.importId);
      return noContent();
    },
  ),
});
