import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import {
  describedMandatesBody,
  fromWireNames,
  mandatesOfCompanyParameters,
  mandatesResource,
  newMandatesBody,
  presentMandate,
  presentRecorded,
  recordedMandatesResource,
} from "@/server/api/mandate";
import { pageRequest, presentPage } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { listMandates } from "@/server/billing/mandates/list-mandates";
import { recordMandates } from "@/server/billing/mandates/record-mandates";
import { getCompany } from "@/server/tenancy/companies/find-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List the mandates of a company",
      description: "In the order of recording, including those that have ended.",
      tag: "Companies",
      parameters: mandatesOfCompanyParameters,
      answer: mandatesResource,
      errors: ["invalid_company_id", "invalid_page_number", "invalid_page_size"],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, parameters }) => {
      const page = await listMandates(db, actor, params.companyId, pageRequest(parameters));
      return json({ mandates: page.entries.map(presentMandate), page: presentPage(page) });
    },
  ),
  POST: endpoint(
    {
      summary: "Record mandates",
      description:
        "Records up to 1,000 mandates for SEPA direct debits that payers have signed on paper. Each mandate is recorded or refused with a code, independently of the others. A mandate that is recorded already is answered with its id. A payer has one valid mandate for a company. Invoices of imports with `direct_debit` are collected by them.",
      tag: "Companies",
      scope: "money",
      body: newMandatesBody,
      describedBody: describedMandatesBody,
      answer: recordedMandatesResource,
      errors: ["invalid_company_id", "invalid_mandates", "mandates_need_euros", "creditor_identifier_missing"],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, body: { mandates: given } }) =>
      json(presentRecorded(given, await recordMandates(db, actor, params.companyId, given.map(fromWireNames)))),
  ),
});
