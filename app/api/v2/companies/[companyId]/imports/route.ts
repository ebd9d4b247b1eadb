import { z } from "zod";
import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { importsOfCompanyParameters, listedImportResource, presentListedImport } from "@/server/api/import";
import { pageRequest, pageResource, presentPage } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { listImports } from "@/server/billing/imports/list-imports";
import { getCompany } from "@/server/tenancy/companies/find-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List the imports of a company",
      description: "Oldest first, without the ids of their invoices.",
      tag: "Imports",
      parameters: importsOfCompanyParameters,
      answer: z.strictObject({ imports: z.array(listedImportResource), page: pageResource }),
      errors: ["invalid_company_id", "invalid_page_number", "invalid_page_size"],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, parameters }) => {
      const page = await listImports(db, actor, params.companyId, pageRequest(parameters));
      return json({ imports: page.entries.map(presentListedImport), page: presentPage(page) });
    },
  ),
});
