import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import { mandateResource, presentMandate } from "@/server/api/mandate";
import { endpoints } from "@/server/api/route-handlers";
import { getMandate } from "@/server/billing/mandates/find-mandate";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    { summary: "Show a mandate", tag: "Companies", answer: mandateResource, errors: ["invalid_mandate_id"] },
    async ({ db, actor, params }) => json(presentMandate(await getMandate(db, actor, params.mandateId))),
  ),
});
