import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { hasWrongChecksum } from "@/server/domain/rules/key-shape";
import { hashSecret } from "@/server/platform/hash-secret";
import type { KeyLimits } from "./key-limits";
import { lookUpInTurn, lookUpKey } from "./look-up-key";

/** Time for which a key is cached, in ms. A revocation must take effect within 5 s in every process; 2 s are left for the look-up. */
const REMEMBERED_MS = 3_000;
const REMEMBERED_KEYS = 10_000;

/** Actor of a key, and the limits of the key. */
export interface KeyHolder {
  actor: Omit<Actor, "id" | "requestId"> & { id: string };
  limits: KeyLimits;
  /** Whether the key is accepted in the header only. */
  inHeaderOnly: boolean;
  /** Whether the partner is a sandbox. Its clock can be moved, which must take effect at once. */
  isSandbox: boolean;
}

interface Remembered {
  holder: Promise<KeyHolder | undefined>;
  until: number;
}

const remembered = new Map<string, Remembered>();

/**
 * Returns the holder of a valid key; undefined for any other key. Known keys are cached for 3 s, counted from before the look-up, with two
 * exceptions:
 * - Unknown keys are not cached, so that a new key works at once.
 * - Keys of sandboxes are not cached, so that a moved clock takes effect at once.
 *
 * Keys with a wrong checksum, and keys from an address that is guessing, are looked up by one statement at a time.
 */
export function findKeyHolder(db: Database, key: string, isGuessing?: () => Promise<boolean>): Promise<KeyHolder | undefined> {
  const now = Date.now();
  const known = remembered.get(key);
  if (known && known.until > now) return known.holder;

  const holder = lookUp(db, key, isGuessing);
  if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
  remembered.set(key, { holder, until: now + REMEMBERED_MS });
  const forget = () => remembered.delete(key);
  holder.then((found) => (!found || found.isSandbox ? forget() : undefined), forget);
  return holder;
}

async function lookUp(db: Database, key: string, isGuessing?: () => Promise<boolean>): Promise<KeyHolder | undefined> {
  const hash = hashSecret(key);
  // A wrong checksum alone refuses no key: a key of the oldest shape may begin with the marker by chance.
  const found = hasWrongChecksum(key) || (await isGuessing?.()) ? await lookUpInTurn(db, hash) : await lookUpKey(db, hash);
  if (!found) return undefined;
  const { scopes, addresses, inHeaderOnly, isSandbox, ...holder } = found;
  return { actor: { kind: "key", companyIds: null, ...holder }, limits: { scopes, addresses }, inHeaderOnly, isSandbox };
}
