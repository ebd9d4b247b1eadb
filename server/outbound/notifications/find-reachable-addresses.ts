import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { isLoopback } from "@/server/env";
import { isPublicAddress } from "./is-public-address";
import type { Reach } from "./read-endpoint-url";

/** All addresses of a host; fails where it has none. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** A host that must not be called, or cannot. */
export class Unreachable extends Error {
  constructor(readonly reason: "not_public" | "host_not_found") {
    super(reason);
  }
}

const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;

/**
 * All addresses of a URL's host, each of which may be called. Throws Unreachable where one of them may not: a host that also has an address
 * inside is either a mistake or an attempt.
 */
export async function findReachableAddresses(host: string, reach: Reach, resolve = resolverFor(reach)): Promise<LookupAddress[]> {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const found = isIP(address) ? [{ address, family: isIP(address) }] : await resolve(host).catch(() => []);
  if (found.length === 0) throw new Unreachable("host_not_found");
  if (!found.every(({ address }) => mayReach(address, reach))) throw new Unreachable("not_public");
  return found;
}

export function mayReach(address: string, { allowLoopback }: Reach): boolean {
  return isPublicAddress(address) || (allowLoopback && isLoopback(address));
}

/** In development the machine's own names count too, `localhost` and those of its hosts file. */
function resolverFor({ allowLoopback }: Reach): Resolve {
  return allowLoopback ? (host) => lookup(host, { all: true }) : (host) => resolveByDns(host);
}

/**
 * Asks the name servers without the system's help, which has four threads for the whole process: partners whose name servers do not answer would
 * hold them, and with them everybody's files and passwords.
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
