import { AsyncLocalStorage } from "node:async_hooks";
import { networkOf, UNKNOWN_ADDRESS } from "./client-address";
import { keyedHash } from "./keyed-hash";

/** Where a request came from, for what is written down about it. */
export interface RequestOrigin {
  requestId: string | null;
  /** Of the client, as far as it can be believed. */
  address: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Does the work as part of a request from there. */
export function withOrigin<Result>(origin: RequestOrigin, work: () => Result): Result {
  return origins.run(origin, work);
}

/** Of the request that is being worked on. Nothing is known of background work and commands. The network is kept as a keyed hash. */
export function originOfRequest(): { requestId: string | null; addressHash: string | null } {
  const { requestId = null, address = UNKNOWN_ADDRESS } = origins.getStore() ?? {};
  return { requestId, addressHash: address === UNKNOWN_ADDRESS ? null : keyedHash(`network ${networkOf(address)}`) };
}
