import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { mandateAccountBody, mandateAccountErrors, mandateResource, presentAmended, presentMandate } from "@/server/api/mandate";
import { endpoints } from "@/server/api/route-handlers";
import { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { getMandate } from "@/server/billing/mandates/find-mandate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    { summary: "Show a mandate", tag: "Companies", answer: mandateResource, errors: ["invalid_mandate_id"] },
    async ({ db, actor, params }) => json(presentMandate(await getMandate(db, actor, params.mandateId))),
  ),
  PUT: endpoint(
    {
      summary: "Change the account of a mandate",
      description:
        "Records that the payer named another account, or that the account is in another name: the mandate stays, `former_accounts` has the account before, and the next file of debits tells the bank. A file that the bank may have is not changed. The account that the mandate has already changes nothing.",
      tag: "Companies",
      scope: "money",
      body: mandateAccountBody,
      answer: mandateResource,
      errors: ["invalid_mandate_id", "mandate_ended", ...mandateAccountErrors],
    },
    async ({ db, actor, params, body }) => json(presentAmended(await amendMandate(db, actor, params.mandateId, body))),
  ),
});
