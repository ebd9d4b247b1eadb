import { json } from "@/server/api/answer";
import { companyResource, newCompanyBody, presentCompany } from "@/server/api/company";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { createCompany } from "@/server/tenancy/companies/create-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: endpoint(
    {
      summary: "Create a company",
      tag: "Companies",
      body: newCompanyBody,
      answer: companyResource,
      errors: [
        "invalid_name",
        "invalid_brand",
        "invalid_email",
        "invalid_locale",
        "invalid_country_code",
        "invalid_currency",
        "invalid_address1",
        "invalid_address2",
        "invalid_house_number",
        "invalid_zipcode",
        "invalid_city",
        "invalid_vat_percentage",
        "invalid_partnership_page_url",
      ],
    },
    async ({ db, actor, body }) => json(presentCompany(await createCompany(db, actor, body))),
  ),
});
