import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { DomainError } from "@/server/errors";

/** Counts within 5 seconds in every process; revoking again keeps the first moment. Throws `invalid_api_key_id`. */
export async function revokeApiKey(db: Database, id: string): Promise<void> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(eq(apiKeys.id, id))
    .returning({ id: apiKeys.id });
  if (revoked.length === 0) throw new DomainError("invalid_api_key_id");
}
