import { AsyncLocalStorage } from "node:async_hooks";
import { networkOf, UNKNOWN_ADDRESS } from "./client-address";
import { keyedHash } from "./keyed-hash";

/** Origin of a request, for log entries and events. */
export interface RequestOrigin {
  requestId: string | null;
  /** The client's address, as far as it can be trusted. */
  address: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Runs the work as part of a request from this origin. */
export function withOrigin<Result>(origin: RequestOrigin, work: () => Result): Result {
  return origins.run(origin, work);
}

/** Returns the origin of the current request; nulls in background work and commands. The network is a keyed hash. */
export function originOfRequest(): { requestId: string | null; addressHash: string | null } {
  const { requestId = null, address = UNKNOWN_ADDRESS } = origins.getStore() ?? {};
  return { requestId, addressHash: address === UNKNOWN_ADDRESS ? null : keyedHash(`network ${networkOf(address)}`) };
}

/** Returns the client's network address; null in background work and commands, and if it is not known. For proofs, which are erased. */
export function addressOfRequest(): string | null {
  const { address = UNKNOWN_ADDRESS } = origins.getStore() ?? {};
  return address === UNKNOWN_ADDRESS ? null : address;
}
