import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { importResource, newImportBody, presentImport } from "@/server/api/import";
import { endpoints } from "@/server/api/route-handlers";
import { createImport } from "@/server/billing/imports/create-import";
import { isId } from "@/server/domain/formats/id";
import { getCompany } from "@/server/tenancy/companies/find-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Create an import",
      description: "Without a title, the import is named after the day.",
      tag: "Imports",
      body: newImportBody,
      answer: importResource,
      errors: ["invalid_company_id", "invalid_title", "invalid_expected_invoices_count"],
      insteadOfFieldErrors: async ({ db, actor, given: { company_id: companyId } }) => {
        if (typeof companyId === "string" && isId(companyId)) await getCompany(db, actor, companyId, { kindIfMissing: "refused" });
      },
    },
    async ({ db, actor, body }) => json(presentImport(await createImport(db, actor, body))),
  ),
});
