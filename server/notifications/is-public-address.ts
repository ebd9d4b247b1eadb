import { BlockList, isIPv4, isIPv6 } from "node:net";

// Node's own BlockList with IANA's ranges listed here: otherwise a library's notion of "unicast" would decide what partners' endpoints may
// reach.

/** Private and unused ranges: those in IANA's registries of special addresses, and one more. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Registered as public, but used by Azure's platform inside its networks.
  "168.63.129.16/32",
];

/** Ranges of protocols such as Teredo and ORCHID, for documentation, and 6to4, which could carry an IPv4 address past the list above. */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/**
 * Prefixes that embed an IPv4 address in IPv6: mapped addresses, and NAT64's well-known prefix, through which IPv6-only networks reach
 * IPv4.
 */
const V4_INSIDE = ["::ffff:", "64:ff9b::"];

const V4_BEGINS_AT_BIT = 96;

const specialV4 = listOf(SPECIAL_V4, "ipv4");
// Each IPv4 range is also refused in its IPv6 forms.
const specialV6 = listOf([...SPECIAL_V6, ...V4_INSIDE.flatMap((prefix) => SPECIAL_V4.map((range) => insideV6(prefix, range)))], "ipv6");
/** Only ranges that IANA has allocated are public. */
const unicastV6 = listOf(["2000::/3", ...V4_INSIDE.map((prefix) => insideV6(prefix, "0.0.0.0/0"))], "ipv6");

/**
 * Whether the address, as a resolver or socket writes it, belongs to a machine on the public internet. Text that is not an address is not
 * public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.check(address, "ipv4");
  // A zone after % occurs only in link-local addresses.
  return isIPv6(address) && !address.includes("%") && unicastV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}

function listOf(ranges: string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const { network, bits } = partsOf(range);
    list.addSubnet(network, bits, family);
  }
  return list;
}

/** Returns the range of IPv6 addresses that embed a range of IPv4 addresses. */
function insideV6(prefix: string, range: string): string {
  const { network, bits } = partsOf(range);
  return `${prefix}${network}/${V4_BEGINS_AT_BIT + bits}`;
}

function partsOf(range: string): { network: string; bits: number } {
  const [network = "", bits] = range.split("/");
  return { network, bits: Number(bits) };
}
