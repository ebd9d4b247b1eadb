import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { revokeApiKey } from "./revoke-api-key";

/** Like `revokeApiKey`, for a key of the actor's partner. Throws `invalid_api_key_id`. */
export async function revokeOwnApiKey(db: Database, actor: Actor, id: string): Promise<void> {
  const own = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.partnerId, actor.partnerId), eq(apiKeys.id, id)));
  if (own.length === 0) throw new DomainError("invalid_api_key_id");
  await revokeApiKey(db, id, actor);
}
