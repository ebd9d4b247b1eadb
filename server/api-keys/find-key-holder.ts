import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { apiKeys } from "@/db/schema/api-keys";
import { partners } from "@/db/schema/partners";
import type { Actor } from "../actor";
import { hashApiKey } from "./hash-api-key";

/** A revocation must count within 5 s in every process; what is left of them is for the look-up itself. */
const REMEMBERED_MS = 3_000;
const REMEMBERED_KEYS = 10_000;

export type KeyHolder = Omit<Actor, "id" | "requestId"> & { id: string };

interface Remembered {
  holder: Promise<KeyHolder | undefined>;
  until: number;
}

const remembered = new Map<string, Remembered>();

/**
 * Who a live key belongs to. Known keys are remembered for 3 s, counted from before the look-up; unknown ones are not,
 * so that a new key works at once.
 */
export function findKeyHolder(db: Database, key: string): Promise<KeyHolder | undefined> {
  const now = Date.now();
  const known = remembered.get(key);
  if (known && known.until > now) return known.holder;

  const holder = lookUp(db, hashApiKey(key));
  if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
  remembered.set(key, { holder, until: now + REMEMBERED_MS });
  const forget = () => remembered.delete(key);
  holder.then((found) => found ?? forget(), forget);
  return holder;
}

const byHash = prepared((db) =>
  db
    .select({ id: apiKeys.id, partnerId: apiKeys.partnerId, clockOffsetMs: partners.clockOffsetMs })
    .from(apiKeys)
    .innerJoin(partners, eq(partners.id, apiKeys.partnerId))
    .where(and(eq(apiKeys.hash, sql.placeholder("hash")), isNull(apiKeys.revokedAt)))
    .prepare("find_key_holder"),
);

async function lookUp(db: Database, hash: string): Promise<KeyHolder | undefined> {
  const [found] = await byHash(db).execute({ hash });
  return found && { kind: "key", companyIds: null, ...found };
}
