import type { Database } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { recordEvent } from "@/server/platform/audit/record-event";
import { encryptSecret } from "@/server/platform/secrets";
import { lockOwnEndpoint, whereEndpoint } from "./endpoint";
import { newSecret } from "./new-secret";

const OVERLAP_MS = DAY_MS;

/**
 * Creates a new secret, which is shown once. For 24 hours, deliveries are also signed with the previous secret; older ones stop signing.
 * Throws `not_allowed`, `invalid_endpoint_id`.
 */
export async function rotateEndpointSecret(db: Database, actor: Actor, id: string, now = new Date()): Promise<{ secret: string }> {
  const secret = newSecret();
  const { keyId, data } = encryptSecret(secret, `endpoints:${id}`);
  await db.transaction(async (tx) => {
    const { secretKeyId, secretData } = await lockOwnEndpoint(tx, actor, id);
    await tx
      .update(endpoints)
      .set({
        secretKeyId: keyId,
        secretData: data,
        previousSecretKeyId: secretKeyId,
        previousSecretData: secretData,
        previousSecretUntil: new Date(now.getTime() + OVERLAP_MS),
      })
      .where(whereEndpoint(actor, id));
    await recordEvent(tx, actor, "endpoint_secret_rotated", { about: `endpoint:${id}` });
  });
  return { secret };
}
