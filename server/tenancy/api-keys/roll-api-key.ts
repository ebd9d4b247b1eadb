import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import type { Actor } from "@/server/actor";
import { HOUR_MS } from "@/server/domain/formats/time";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import type { NewApiKey, OverlapHours } from "./api-key";
import { createApiKey } from "./create-api-key";

/**
 * Creates a new key with the same name and limits. The old key still works for `overlap` hours. A key is rolled once. One of several
 * simultaneous callers succeeds: if all did, a new key that nobody notices could stay in use. Throws `invalid_api_key_id`, `api_key_already_revoked`,
 * and `changed_meanwhile` if it was rolled already.
 */
export function rollApiKey(db: Database, actor: Actor, id: string, overlap: OverlapHours): Promise<NewApiKey> {
  return db.transaction(async (tx) => {
    const whereKey = and(eq(apiKeys.partnerId, actor.partnerId), eq(apiKeys.id, id));
    const [old] = await tx.select().from(apiKeys).where(whereKey).for("update");
    if (!old) throw new DomainError("invalid_api_key_id");
    if (old.revokedAt) throw new DomainError("api_key_already_revoked");
    if (old.expiresAt) throw new DomainError("changed_meanwhile");

    await tx
      .update(apiKeys)
      .set({ expiresAt: new Date(Date.now() + overlap * HOUR_MS) })
      .where(whereKey);
    await recordEvent(tx, actor, "key_rolled", { about: `key:${id}`, after: { hours: overlap } });
    const { name, scopes, addresses, endsAt } = old;
    return createApiKey(tx, actor.partnerId, { name, scopes, addresses, endsAt, createdBy: actor.kind === "person" ? actor.id : null });
  });
}
