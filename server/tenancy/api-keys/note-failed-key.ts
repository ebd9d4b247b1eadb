import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { noteRefusal } from "@/server/platform/audit/note-refusal";
import { hashSecret } from "@/server/platform/hash-secret";
import { log } from "@/server/platform/log";

/**
 * Counts a failed authentication with a key that exists but is revoked, expired, of a suspended partner, or not accepted from this address
 * or in the query string. Never fails and never waits. Keys that do not exist appear only in the log and in `http_requests_total`.
 */
export function noteFailedKey(db: Database, key: string): void {
  setImmediate(() => void note(db, key).catch((error: unknown) => log().warn({ err: error }, "counting a failed key failed")));
}

async function note(db: Database, key: string): Promise<void> {
  const [known] = await db
    .select({ id: apiKeys.id, partnerId: apiKeys.partnerId })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashSecret(key)));
  if (known) noteRefusal(db, { partnerId: known.partnerId, name: `key:${known.id}` }, "invalid_api_key");
}
