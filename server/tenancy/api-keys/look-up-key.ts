import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { apiKeys } from "@/db/schema/api-keys";
import { partners } from "@/db/schema/partners";
import type { KeyScope } from "@/server/domain/rules/key-scopes";

export interface LiveKey {
  id: string;
  partnerId: string;
  clockOffsetMs: number;
  isSandbox: boolean;
  scopes: KeyScope[] | null;
  addresses: string[] | null;
  /** Whether the partner refuses keys in the query string. */
  inHeaderOnly: boolean;
}

/** Returns the key with this hash, unless it was revoked, has expired, or its partner is suspended. */
export async function lookUpKey(db: Database, hash: string): Promise<LiveKey | undefined> {
  const [found] = await byHash(db).execute({ hash });
  return found;
}

/**
 * Looks up a key that may be guessed: one with a wrong checksum, or from an address that guesses. One statement at a time looks up all such
 * keys that have arrived by then, so guessing uses at most one connection.
 */
export function lookUpInTurn(db: Database, hash: string): Promise<LiveKey | undefined> {
  return new Promise((resolve, reject) => {
    waiting.push({ hash, resolve, reject });
    if (waiting.length === 1 && !isLookingUp) void lookUpWaiting(db);
  });
}

interface Waiting {
  hash: string;
  resolve(found: LiveKey | undefined): void;
  reject(error: unknown): void;
}

const KEYS_AT_ONCE = 1_000;
const waiting: Waiting[] = [];
let isLookingUp = false;

async function lookUpWaiting(db: Database): Promise<void> {
  isLookingUp = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, KEYS_AT_ONCE);
    await byHashes(db)
      .execute({ hashes: `{${batch.map(({ hash }) => hash).join(",")}}` })
      .then(
        (rows) => {
          const found = new Map(rows.map(({ hash, ...key }) => [hash, key]));
          for (const { hash, resolve } of batch) resolve(found.get(hash));
        },
        (error: unknown) => {
          for (const { reject } of batch) reject(error);
        },
      );
  }
  isLookingUp = false;
}

const byHash = prepared((db) => liveKeys(db, {}, eq(apiKeys.hash, sql.placeholder("hash"))).prepare("find_key_holder"));

const byHashes = prepared((db) =>
  liveKeys(db, { hash: apiKeys.hash }, sql`${apiKeys.hash} = any(${sql.placeholder("hashes")}::text[])`).prepare("find_key_holders"),
);

function liveKeys<More extends { hash?: typeof apiKeys.hash }>(db: Database, more: More, condition: SQL) {
  return db
    .select({
      id: apiKeys.id,
      partnerId: apiKeys.partnerId,
      clockOffsetMs: partners.clockOffsetMs,
      isSandbox: partners.isSandbox,
      scopes: apiKeys.scopes,
      addresses: apiKeys.addresses,
      inHeaderOnly: partners.keysInHeaderOnly,
      ...more,
    })
    .from(apiKeys)
    .innerJoin(partners, eq(partners.id, apiKeys.partnerId))
    .where(
      and(
        condition,
        isNull(partners.suspendedAt),
        isNull(apiKeys.revokedAt),
        // `expiresAt`: the end of a rolled key. `endsAt`: the key's own limit.
        or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
        or(isNull(apiKeys.endsAt), sql`${apiKeys.endsAt} > now()`),
      ),
    );
}
