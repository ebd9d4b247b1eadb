import ipaddr from "ipaddr.js";
import { z } from "zod";
import { DAY_MS } from "@/server/domain/formats/time";
import { type KeyScope, keyScopes } from "@/server/domain/rules/key-scopes";

/** Limits of a key. Null: unlimited, as all keys were before limits existed. */
export interface KeyLimits {
  scopes: KeyScope[] | null;
  /** Addresses and ranges, such as `192.0.2.7` and `2001:db8::/32`, from which alone the key is accepted. */
  addresses: string[] | null;
}

const MOST_ADDRESSES = 50;

/** Limits of a new key, as its maker enters them. An empty list of addresses means no limit. */
export const newKeyLimits = z.object({
  scopes: z.array(z.enum(keyScopes), "invalid_scopes").min(1, "invalid_scopes").max(keyScopes.length, "invalid_scopes"),
  addresses: z.array(z.string().refine(isRange, "invalid_addresses")).max(MOST_ADDRESSES, "invalid_addresses"),
  /** Days for which the key works; null: until it is revoked. */
  days: z.int("invalid_days").min(1, "invalid_days").max(3_650, "invalid_days").nullable(),
});

export type NewKeyLimits = z.infer<typeof newKeyLimits>;

/** Returns the limits as stored. All scopes mean no limit, so that the key also covers scopes that are added to the interface later. */
export function limitsOf({ scopes, addresses, days }: NewKeyLimits): KeyLimits & { endsAt: Date | null } {
  return {
    endsAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
    scopes: keyScopes.every((scope) => scopes.includes(scope)) ? null : [...new Set(scopes)],
    addresses: addresses.length > 0 ? addresses : null,
  };
}

/** Whether a client at this address may use the key. If the key has a list, unknown addresses may not. */
export function isAddressAllowed({ addresses }: KeyLimits, address: string): boolean {
  if (!addresses) return true;
  if (!ipaddr.isValid(address)) return false;
  const client = ipaddr.process(address);
  return addresses.some((range) => contains(range, client));
}

function contains(range: string, client: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = parseRange(range);
  // The cast is right for both kinds, because the kinds are equal here.
  return network.kind() === client.kind() && client.match([network, bits] as [ipaddr.IPv4, number]);
}

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes("/")) return ipaddr.parseCIDR(range);
  const address = ipaddr.process(range);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isRange(text: string): boolean {
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}
