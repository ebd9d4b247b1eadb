import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";
import { env, HIDDEN_PROXY } from "@/server/env";

/**
 * Address of all callers if the host hides the connection and no proxy is trusted. Also passed to `takeAttempt` for limits that count no
 * addresses.
 */
export const UNKNOWN_ADDRESS = "unknown";

/** Address in place of the peer's if the host hides the connection. */
const PROXY_OF_THE_HOST = "127.0.0.1";

/**
 * Returns the client's address for limits: the peer's, or the address that a trusted proxy names in X-Forwarded-For. For IPv6, returns the
 * network (/64).
 */
export function clientAddress(forwardedFor: string | null, peer: string | undefined): string {
  return networkOf(fullClientAddress(forwardedFor, peer));
}

/** As `clientAddress`, but with the whole IPv6 address. */
export function fullClientAddress(forwardedFor: string | null, peer: string | undefined): string {
  const { TRUSTED_PROXIES = [] } = env();
  // If the host hides the connection, anybody may have sent the header. It counts only if the operator states that all requests come
  // through a proxy.
  if (peer === undefined && !TRUSTED_PROXIES.includes(HIDDEN_PROXY)) return UNKNOWN_ADDRESS;
  const trusted = [...addressesOf(TRUSTED_PROXIES), ...(peer === undefined ? [PROXY_OF_THE_HOST] : [])];
  const message = { headers: { "x-forwarded-for": forwardedFor ?? "" }, socket: { remoteAddress: peer ?? PROXY_OF_THE_HOST } };
  return proxyAddress(message as unknown as IncomingMessage, trusted);
}

/** Returns a function that checks whether a peer is one of these proxies, which forward requests of many clients. */
export function compileProxies(trustedProxies: string[] = []): (peer: string) => boolean {
  const isTrusted = proxyAddress.compile(addressesOf(trustedProxies));
  return (peer) => isTrusted(peer, 0);
}

function addressesOf(proxies: string[]): string[] {
  return proxies.filter((proxy) => proxy !== HIDDEN_PROXY);
}

/**
 * Returns the network of an IPv6 address (/64), because one client can use all 2^64 addresses in it. An IPv4 address written as IPv6 stays
 * an IPv4 address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(":")
    : parsed.toString();
}

/** State of the process, on the global object because the bundles of the service and of Next each load a copy of this module. */
const shared = globalThis as typeof globalThis & { icsPeer?: AsyncLocalStorage<string | undefined> };
shared.icsPeer ??= new AsyncLocalStorage();
const peers = shared.icsPeer;

/** Makes the connection's peer address available to `work`. Next passes only headers to its routes, and clients can forge those. */
export function withPeer<Result>(address: string | undefined, work: () => Result): Result {
  return peers.run(address, work);
}

/** Returns the address at the other end of the connection; undefined if the host does not provide it, as under `next start`. */
export function peerAddress(): string | undefined {
  return peers.getStore();
}
