import type { Database } from "@/db/client";
import { findKeyHolder, type KeyHolder } from "@/server/tenancy/api-keys/find-key-holder";
import { isAddressAllowed } from "@/server/tenancy/api-keys/key-limits";

const SCHEME = /^ApiKey +(\S.*?) *$/i;
/** Shape of API keys. Earlier versions created keys that begin with `ics_` (decision 0120). */
const KEY = /^(?:ics_)?[0-9a-f]{64}$/;

export interface Authentication {
  /** Undefined if the key is not valid. */
  holder: KeyHolder | undefined;
  key: string;
  /** Whether the key was in the query string, which is deprecated. */
  byQuery: boolean;
  /** Whether the key is valid, and may be used from this address, and in the query string if it was there. */
  isAccepted: boolean;
}

interface GivenKey {
  /** The Authorization header. */
  header: string | null;
  /** The query string. */
  query: string;
  /** The client's address. */
  address: string;
  /** Whether too many keys from this address have failed. Further ones are then looked up one at a time. */
  isGuessing: () => Promise<boolean>;
}

/**
 * Reads and looks up the request's key. Returns undefined if there is none, or if it does not have the shape of a key. If there is an
 * Authorization header, even without a key, the query parameter is ignored.
 */
export async function authenticate(db: Database, { header, query, address, isGuessing }: GivenKey): Promise<Authentication | undefined> {
  const key = header === null ? keyIn(new URLSearchParams(query)) : SCHEME.exec(header)?.[1];
  if (!key || !KEY.test(key)) return undefined;
  const holder = await findKeyHolder(db, key, isGuessing);
  const byQuery = header === null;
  const isAccepted = holder !== undefined && isAddressAllowed(holder.limits, address) && isPlaceAllowed(holder, byQuery);
  return { holder, key, byQuery, isAccepted };
}

function isPlaceAllowed({ inHeaderOnly }: KeyHolder, byQuery: boolean): boolean {
  return !byQuery || !inHeaderOnly;
}

function keyIn(query: URLSearchParams): string | null {
  return query.get("api:key") ?? query.get("api_key");
}
