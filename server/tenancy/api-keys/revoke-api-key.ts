import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { asOperator, recordEvent } from "@/server/platform/audit/record-event";

/**
 * Revokes a key, which takes effect within 5 seconds in every process. A second revocation keeps the moment of the first. Without
 * an actor, the operator revokes. Throws `invalid_api_key_id`.
 */
export async function revokeApiKey(db: Database, id: string, actor?: Actor): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
      .where(eq(apiKeys.id, id))
      .returning({ partnerId: apiKeys.partnerId });
    if (!revoked) throw new DomainError("invalid_api_key_id");
    await recordEvent(tx, actor ?? asOperator(revoked.partnerId), "key_revoked", { about: `key:${id}` });
  });
}
