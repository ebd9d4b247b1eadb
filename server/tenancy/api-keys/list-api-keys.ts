import { desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { users } from "@/db/schema/users";
import type { Actor } from "@/server/actor";
import type { ListedApiKey } from "./api-key";

/** Returns all keys of the actor's partner, newest first, including keys that no longer work. */
export function listApiKeys(db: Database, { partnerId }: Actor): Promise<ListedApiKey[]> {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      hint: apiKeys.hint,
      createdAt: apiKeys.createdAt,
      createdByName: users.name,
      lastUsedAt: apiKeys.lastUsedAt,
      lastUsedFrom: apiKeys.lastUsedFrom,
      scopes: apiKeys.scopes,
      addresses: apiKeys.addresses,
      endsAt: apiKeys.endsAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .where(eq(apiKeys.partnerId, partnerId))
    .orderBy(desc(apiKeys.id));
}
