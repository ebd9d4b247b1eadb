import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { hasWrongChecksum } from "@/server/domain/key-shape";
import { hashSecret } from "@/server/platform/hash-secret";
import type { KeyLimits } from "./key-limits";
import { lookUpInTurn, lookUpKey } from "./look-up-key";

/** A revocation must count within 5 s in every process; what is left of them is for the look-up itself. */
const REMEMBERED_MS = 3_000;
const REMEMBERED_KEYS = 10_000;

/** The actor that a key makes, and to what the key is limited. */
export interface KeyHolder {
  actor: Omit<Actor, "id" | "requestId"> & { id: string };
  limits: KeyLimits;
  /** Whether the key is taken from the header alone. */
  inHeaderOnly: boolean;
  /** Whether its clock can be moved, and counts at once. */
  isSandbox: boolean;
}

interface Remembered {
  holder: Promise<KeyHolder | undefined>;
  until: number;
}

const remembered = new Map<string, Remembered>();

/**
 * Who a live key belongs to. Known keys are remembered for 3 s, counted from before the look-up; unknown ones are not,
 * so that a new key works at once, and a sandbox's are not, so that its clock is where it was just moved to. Keys of an address that is guessing, and keys whose checksum is wrong, are looked up one at a time if they are not remembered.
 */
export function findKeyHolder(db: Database, key: string, isGuessing?: () => Promise<boolean>): Promise<KeyHolder | undefined> {
  const now = Date.now();
  const known = remembered.get(key);
  if (known && known.until > now) return known.holder;

  const holder = lookUp(db, key, isGuessing);
  if (remembered.size >= REMEMBERED_KEYS) remembered.clear();
  remembered.set(key, { holder, until: now + REMEMBERED_MS });
  const forget = () => remembered.delete(key);
  holder.then((found) => (found && !found.isSandbox ? undefined : forget()), forget);
  return holder;
}

async function lookUp(db: Database, key: string, isGuessing?: () => Promise<boolean>): Promise<KeyHolder | undefined> {
  const hash = hashSecret(key);
  // A wrong checksum refuses nobody: a key of the oldest shape may begin with the marker by chance.
  const found = hasWrongChecksum(key) || (await isGuessing?.()) ? await lookUpInTurn(db, hash) : await lookUpKey(db, hash);
  if (!found) return undefined;
  const { scopes, addresses, inHeaderOnly, isSandbox, ...holder } = found;
  return { actor: { kind: "key", companyIds: null, ...holder }, limits: { scopes, addresses }, inHeaderOnly, isSandbox };
}
