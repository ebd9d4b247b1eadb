import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema/api-keys";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { log } from "@/server/platform/log";

/** Time after a noted use in which further uses are not noted, in milliseconds. */
const NOTED_EVERY_MS = 60_000;
const REMEMBERED_KEYS = 10_000;

const noted = new Map<string, number>();

/**
 * Records the use of a key and the network it came from, at most once a minute, after the request is answered. A failure is only logged.
 */
export function noteKeyUse(db: Database, keyId: string, address: string): void {
  const now = Date.now();
  if (now - (noted.get(keyId) ?? 0) < NOTED_EVERY_MS) return;
  if (noted.size >= REMEMBERED_KEYS) noted.clear();
  noted.set(keyId, now);
  setImmediate(
    () =>
      void write(db, keyId, address).catch((error: unknown) =>
        log().warn({ err: error, key: keyId }, "recording the use of an API key failed"),
      ),
  );
}

/** Writes only if the stored time is older than a minute, because other processes note uses, too. */
async function write(db: Database, keyId: string, address: string): Promise<void> {
  const isOld = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`));
  await db
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: address === UNKNOWN_ADDRESS ? null : address })
    .where(and(eq(apiKeys.id, keyId), isOld));
}
