import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTILE_ADDRESSES } from "@/server/testing/hostile-addresses";
import { isPublicAddress } from "./is-public-address";

test.each(HOSTILE_ADDRESSES)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  // Forms by which IPv6-only networks reach IPv4 addresses.
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
];
const JUST_BESIDE = [
  ["1.0.0.0", "9.255.255.255", "11.0.0.0"],
  ["100.63.255.255", "100.128.0.0"],
  ["126.255.255.255", "128.0.0.0"],
  ["169.253.255.255", "169.255.0.0"],
  ["172.15.255.255", "172.32.0.0"],
  ["191.255.255.255", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0"],
  ["192.167.255.255", "192.169.0.0"],
  ["198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0"],
  ["203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ["168.63.129.15", "168.63.129.17"],
  ["2000::1", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2001:ffff::", "2003::", "3ffe:ffff::", "3fff:1000::"],
].flat();

test.each([...PUBLIC, ...JUST_BESIDE])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("text that is not an address is not public", () => {
  for (const text of [
    "",
    "localhost",
    "8.8.8",
    "08.8.8.8",
    "8.8.8.8 ",
    "0x8.8.8.8",
    "134744072",
    "[2606::1]",
    "8.8.8.8:443",
    "1.1.1.1\0",
  ]) {
    expect(isPublicAddress(text), text).toBe(false);
  }
});

test("an IPv4 address is public in its mapped and NAT64 forms exactly if it is public itself, in any spelling", () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const hex = address.split(".").map((part) => Number(part).toString(16).padStart(2, "0"));
      const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      for (const form of [
        `::ffff:${address}`,
        `::ffff:${groups}`,
        `0:0:0:0:0:FFFF:${groups}`,
        `64:ff9b::${address}`,
        `64:FF9B::${groups}`,
      ]) {
        expect(isPublicAddress(form), form).toBe(isPublicAddress(address));
      }
    }),
    { numRuns: 2_000 },
  );
});
