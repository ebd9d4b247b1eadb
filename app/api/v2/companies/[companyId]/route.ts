import { json } from "@/server/api/answer";
import { companyErrors, companyResource, companyUpdateBody, presentCompany } from "@/server/api/company";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { updateCompany } from "@/server/tenancy/companies/update-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show a company",
      tag: "Companies",
      answer: companyResource,
      errors: ["invalid_company_id"],
      conditional: true,
      isLookUp: true,
    },
    async ({ db, actor, params }) => json(presentCompany(await getCompany(db, actor, params.companyId))),
  ),
  PUT: endpoint(
    {
      summary: "Update a company",
      description: "Requires the same fields as creating a company. An optional field that is absent stays as it is; null clears it.",
      tag: "Companies",
      body: companyUpdateBody,
      answer: companyResource,
      errors: ["invalid_company_id", ...companyErrors],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, body }) => json(presentCompany(await updateCompany(db, actor, params.companyId, body))),
  ),
});
