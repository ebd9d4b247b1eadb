import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";
import { env } from "@/server/env";

/** The one address that all callers share when no proxy header can be trusted. */
export const UNKNOWN_ADDRESS = "unknown";

/** A host that hides the connection is behind a proxy of its own. */
const HOSTS_OWN_PROXY = "127.0.0.1";

/** The peer's address, or what a trusted proxy says it is, in the header X-Forwarded-For. */
export function clientAddress(forwardedFor: string | null, peer: string | undefined): string {
  const { TRUSTED_PROXIES = [] } = env();
  if (TRUSTED_PROXIES.length === 0) return peer ?? UNKNOWN_ADDRESS;
  const message = { headers: { "x-forwarded-for": forwardedFor ?? "" }, socket: { remoteAddress: peer ?? HOSTS_OWN_PROXY } };
  return proxyAddress(message as unknown as IncomingMessage, [...TRUSTED_PROXIES, HOSTS_OWN_PROXY]);
}

/** One per process, although the service's and Next's bundles both load this module. */
const shared = globalThis as typeof globalThis & { icsPeer?: AsyncLocalStorage<string | undefined> };
shared.icsPeer ??= new AsyncLocalStorage();
const peers = shared.icsPeer;

/**
 * Makes the connection's peer address available to `work`. Next passes only headers to its routes, and anybody can write those.
 */
export function withPeer<Result>(address: string | undefined, work: () => Result): Result {
  return peers.run(address, work);
}

/** Who is at the other end of the connection; undefined where the host does not tell, as `next start`. */
export function peerAddress(): string | undefined {
  return peers.getStore();
}
