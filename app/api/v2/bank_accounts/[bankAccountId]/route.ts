import { json } from "@/server/api/answer";
import { bankAccountBody, bankAccountErrors, bankAccountResource, presentBankAccount } from "@/server/api/bank-account";
import { endpoint } from "@/server/api/endpoint";
import { endpoints } from "@/server/api/route-handlers";
import { changeBankAccount } from "@/server/tenancy/bank-accounts/change-bank-account";
import { getBankAccount } from "@/server/tenancy/bank-accounts/find-bank-accounts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    { summary: "Show a bank account", tag: "Companies", answer: bankAccountResource, errors: ["invalid_bank_account_id"] },
    async ({ db, actor, params }) => json(presentBankAccount(await getBankAccount(db, actor, params.bankAccountId))),
  ),
  PUT: endpoint(
    {
      summary: "Change a bank account",
      description:
        "Requests a change of the account's details. It takes effect after 24 hours. Administrators are notified by mail and can withdraw it until then. In a sandbox an administrator can confirm it earlier. Invoices already sent keep the account they show. Optional fields that are absent are cleared.",
      tag: "Companies",
      scope: "money",
      body: bankAccountBody,
      answer: bankAccountResource,
      errors: ["invalid_bank_account_id", "bank_account_closed", ...bankAccountErrors, "bank_account_change_waiting"],
      insteadOfFieldErrors: ({ db, actor, params }) => getBankAccount(db, actor, params.bankAccountId),
    },
    async ({ db, actor, params, body }) => json(presentBankAccount(await changeBankAccount(db, actor, params.bankAccountId, body))),
  ),
});
