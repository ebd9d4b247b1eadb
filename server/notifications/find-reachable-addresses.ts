import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback } from "@/server/env";
import { isPublicAddress } from "./is-public-address";
import type { Reach } from "./read-endpoint-url";

/** Function that returns all addresses of a host. If there are none, it returns an empty list or rejects. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Error for a host that must not be called, or whose name has no address. */
export class Unreachable extends Error {
  constructor(readonly reason: "not_public" | "host_not_found") {
    super(reason);
  }
}

const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;

/**
 * Returns all addresses of a URL's host. Throws Unreachable if it has none, or if any of them must not be called: a host that also has a
 * private address is either a mistake or an attack.
 */
export async function findReachableAddresses(host: string, reach: Reach, resolve = resolverFor(reach)): Promise<LookupAddress[]> {
  // URLs put IPv6 addresses into brackets.
  const bareHost = host.replace(/^\[(.*)\]$/, "$1");
  const found = isIP(bareHost) ? [{ address: bareHost, family: isIP(bareHost) }] : await resolve(host).catch(() => []);
  if (found.length === 0) throw new Unreachable("host_not_found");
  if (!found.every(({ address }) => mayReach(address, reach))) throw new Unreachable("not_public");
  return found;
}

/** Whether notifications may be sent to an IP address. */
export function mayReach(address: string, { allowLoopback }: Reach): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopback(address));
}

/** Returns the resolver of names: in development that of the system, which knows `localhost` and the machine's hosts file. */
function resolverFor({ allowLoopback }: Reach): Resolve {
  return allowLoopback ? (host) => lookup(host, { all: true }) : (host) => resolveByDns(host);
}

/**
 * Asks the name servers directly. The system's resolver uses four threads for the whole process: partners whose name servers do not answer
 * would block them, and with them file access and password hashing.
 */
export async function resolveByDns(
  host: string,
  resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES }),
): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
}
