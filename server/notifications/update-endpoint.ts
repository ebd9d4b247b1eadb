import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { checkEndpointUrl } from "./check-endpoint-url";
import { type Endpoint, type EndpointUpdate, endpointColumns, getOwnEndpoint, lockOwnEndpoint, whereEndpoint } from "./endpoint";
import { forgetOwedMandates } from "./forget-owed-mandates";
import { reach } from "./loopback";

/**
 * Changes an endpoint. Open deliveries are sent to the new address from the next attempt on. An endpoint that does not name mandates is owed
 * none. Throws `not_allowed`, `invalid_endpoint_id`, `invalid_url`, `url_not_public`.
 */
export async function updateEndpoint(db: Database, actor: Actor, id: string, update: EndpointUpdate): Promise<Endpoint> {
  await getOwnEndpoint(db, actor, id);
  // Resolves the name over the network, so before any lock.
  if (update.url !== undefined) await checkEndpointUrl(update.url, reach());

  return db.transaction(async (tx) => {
    const { url, pacing, description } = await lockOwnEndpoint(tx, actor, id);
    const changed = { url, pacing, description, ...update };
    if (update.namesMandates === false) await forgetOwedMandates(tx, actor, id);
    await recordEvent(tx, actor, "endpoint_changed", {
      about: `endpoint:${id}`,
      before: { host: new URL(url).host, pacing },
      after: { host: new URL(changed.url).host, pacing: changed.pacing },
    });
    return only(await tx.update(endpoints).set(changed).where(whereEndpoint(actor, id)).returning(endpointColumns));
  });
}
