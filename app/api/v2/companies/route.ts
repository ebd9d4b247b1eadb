import { json } from "@/server/api/answer";
import {
  companiesParameters,
  companiesResource,
  companyErrors,
  companyResource,
  newCompanyBody,
  presentCompanies,
  presentCompany,
} from "@/server/api/company";
import { endpoint } from "@/server/api/endpoint";
import { pageRequest } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { listCompaniesByAge } from "@/server/tenancy/companies/list-companies";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List companies",
      description: "All companies that the key can access, oldest first.",
      tag: "Companies",
      parameters: companiesParameters,
      answer: companiesResource,
      errors: ["invalid_page_number", "invalid_page_size"],
    },
    async ({ db, actor, parameters }) => json(presentCompanies(await listCompaniesByAge(db, actor, pageRequest(parameters)))),
  ),
  POST: endpoint(
    {
      summary: "Create a company",
      tag: "Companies",
      body: newCompanyBody,
      answer: companyResource,
      errors: [...companyErrors],
    },
    async ({ db, actor, body }) => json(presentCompany(await createCompany(db, actor, body))),
  ),
});
