import { json } from "@/server/api/answer";
import {
  bankAccountBody,
  bankAccountErrors,
  bankAccountResource,
  bankAccountsResource,
  presentBankAccount,
  presentBankAccounts,
} from "@/server/api/bank-account";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { addBankAccount } from "@/server/tenancy/bank-accounts/add-bank-account";
import { listBankAccounts } from "@/server/tenancy/bank-accounts/find-bank-accounts";
import { getCompany } from "@/server/tenancy/companies/find-company";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List bank accounts of a company",
      description: "Oldest first, including closed accounts.",
      tag: "Companies",
      answer: bankAccountsResource,
      errors: ["invalid_company_id"],
    },
    async ({ db, actor, params }) => json(presentBankAccounts(await listBankAccounts(db, actor, params.companyId))),
  ),
  POST: endpoint(
    {
      summary: "Add a bank account",
      description:
        "Adds an account of the company's own, to which customers transfer. It takes effect after 24 hours. Administrators are notified by mail and can withdraw it until then. In a sandbox an administrator can confirm it earlier. A company's first account also becomes the account of its imports that have none.",
      tag: "Companies",
      scope: "money",
      body: bankAccountBody,
      answer: bankAccountResource,
      errors: ["invalid_company_id", ...bankAccountErrors],
      insteadOfFieldErrors: ({ db, actor, params }) => getCompany(db, actor, params.companyId),
    },
    async ({ db, actor, params, body }) => json(presentBankAccount(await addBankAccount(db, actor, params.companyId, body))),
  ),
});
