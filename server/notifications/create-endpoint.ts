import { count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { endpoints } from "@/db/schema/notifications";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { newId } from "@/server/platform/id";
import { encryptSecret } from "@/server/platform/secrets";
import { checkEndpointUrl } from "./check-endpoint-url";
import { type Endpoint, endpointColumns, type NewEndpoint } from "./endpoint";
import { reach } from "./loopback";
import { newSecret } from "./new-secret";
import { requireAdministrator } from "./require-administrator";

/** Limit per partner, because every change is recorded once for each endpoint. */
const ENDPOINTS_LIMIT = 20;

/**
 * Creates an endpoint, which is notified of every change from now on. Returns the secret that signs its deliveries, which is never shown
 * again. Throws `not_allowed`, `invalid_url`, `url_not_public` and `too_many_endpoints`.
 */
export async function createEndpoint(
  db: Database,
  actor: Actor,
  { url, pacing, description = "", namesMandates = false }: NewEndpoint,
): Promise<{ endpoint: Endpoint; secret: string }> {
  await requireAdministrator(db, actor);
  await checkEndpointUrl(url, reach());

  const secret = newSecret();
  const id = newId();
  const { keyId, data } = encryptSecret(secret, `endpoints:${id}`);
  const now = new Date();
  const endpoint = await db.transaction(async (tx) => {
    // Locks the partner, so that simultaneous calls cannot exceed the limit.
    await tx.select({ id: partners.id }).from(partners).where(eq(partners.id, actor.partnerId)).for("no key update");
    const { existing } = only(await tx.select({ existing: count() }).from(endpoints).where(eq(endpoints.partnerId, actor.partnerId)));
    if (existing >= ENDPOINTS_LIMIT) throw new DomainError("too_many_endpoints");
    await recordEvent(tx, actor, "endpoint_created", { about: `endpoint:${id}`, after: { host: new URL(url).host } });
    return only(
      await tx
        .insert(endpoints)
        .values({
          partnerId: actor.partnerId,
          id,
          url,
          pacing,
          description,
          namesMandates,
          secretKeyId: keyId,
          secretData: data,
          batchedUntil: now,
          createdAt: now,
        })
        .returning(endpointColumns),
    );
  });
  return { endpoint, secret };
}
