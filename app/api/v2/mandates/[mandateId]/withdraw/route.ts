import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { mandateResource, presentMandate } from "@/server/api/mandate";
import { endpoints } from "@/server/api/route-handlers";
import { withdrawMandate } from "@/server/billing/mandates/withdraw-mandate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: endpoint(
    {
      summary: "Withdraw a mandate",
      description: "Records that the payer withdrew the mandate. A mandate that was withdrawn before is answered as it is.",
      tag: "Companies",
      scope: "money",
      answer: mandateResource,
      errors: ["invalid_mandate_id", "mandate_ended"],
    },
    async ({ db, actor, params }) => json(presentMandate(await withdrawMandate(db, actor, params.mandateId))),
  ),
});
