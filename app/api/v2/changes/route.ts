import { json } from "@/server/api/answer";
import { changesParameters, changesResource, presentChanges } from "@/server/api/changes";
import { endpoint } from "@/server/api/endpoint";
import { pageRequest } from "@/server/api/page";
import { endpoints } from "@/server/api/route-handlers";
import { listChanges } from "@/server/notifications/list-changes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "List changes",
      description:
        "Returns the ids of invoices and imports that changed since the cursor, and of mandates if they are asked for, in the order of their commits. For systems that cannot receive notifications, or that were offline. No change is skipped. If a request for an id is answered with 404, the record was deleted.",
      tag: "Changes",
      parameters: changesParameters,
      answer: changesResource,
      errors: ["invalid_cursor", "invalid_page_size"],
    },
    async ({ db, actor, parameters: { cursor, page_size, mandates } }) => {
      // Called only to limit the page's size, because the cursor takes the place of a page number.
      const { pageSize } = pageRequest({ page_number: 1, page_size });
      return json(presentChanges(await listChanges(db, actor, { cursor, pageSize, withMandates: mandates })));
    },
  ),
});
