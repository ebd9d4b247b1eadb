import type { Database } from "@/db/client";
import { findKeyHolder, type KeyHolder } from "@/server/tenancy/api-keys/find-key-holder";
import { isAddressAllowed } from "@/server/tenancy/api-keys/key-limits";

const SCHEME = /^ApiKey +(\S.*?) *$/i;
/** API keys. Earlier versions made them with `ics_` in front (decision 0120). */
const KEY = /^(?:ics_)?[0-9a-f]{64}$/;

export interface Authentication {
  /** Undefined: no valid key. */
  holder: KeyHolder | undefined;
  key: string;
  /** The key stood in the query string, which is deprecated. */
  byQuery: boolean;
  /** Whether the key's limits allow this address and the query string. */
  isAccepted: boolean;
}

/**
 * Reads and looks up the request's key. Returns undefined if there is none, or if it is not shaped like one. A header always outranks the
 * query parameter.
 */
export async function authenticate(
  db: Database,
  header: string | null,
  query: string,
  address: string,
  isGuessing: () => Promise<boolean>,
): Promise<Authentication | undefined> {
  const key = header === null ? keyIn(new URLSearchParams(query)) : SCHEME.exec(header)?.[1];
  if (!key || !KEY.test(key)) return undefined;
  const holder = await findKeyHolder(db, key, isGuessing);
  const byQuery = header === null;
  const isAccepted = holder !== undefined && isAddressAllowed(holder.limits, address) && !(byQuery && holder.inHeaderOnly);
  return { holder, key, byQuery, isAccepted };
}

function keyIn(query: URLSearchParams): string | null {
  return query.get("api:key") ?? query.get("api_key");
}
