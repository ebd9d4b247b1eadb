import { afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { clientAddress } from "./client-address";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test.each([
  ["none", "198.51.100.7", "203.0.113.9", "203.0.113.9"],
  ["203.0.113.0/24", "198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["203.0.113.0/24", "198.51.100.7", "192.0.2.1", "192.0.2.1"],
  ["203.0.113.0/24", "198.51.100.7", "127.0.0.1", "127.0.0.1"],
  ["203.0.113.0/24", "6.6.6.6, 198.51.100.7", "203.0.113.9", "198.51.100.7"],
  ["loopback", "2001:db8:7:8:9::1", "::1", "2001:db8:7:8"],
  ["none", null, "::ffff:203.0.113.9", "203.0.113.9"],
])("with TRUSTED_PROXIES %s, X-Forwarded-For %s from %s is %s", (proxies, forwardedFor, peer, expected) => {
  vi.stubEnv("TRUSTED_PROXIES", proxies);
  forgetEnv();
  expect(clientAddress(forwardedFor, peer)).toBe(expected);
});

test.each([
  ["none", "unknown"],
  ["loopback", "unknown"],
  ["host", "6.6.6.6"],
])("where the host hides who connects, with TRUSTED_PROXIES %s, X-Forwarded-For 6.6.6.6 is %s", (proxies, expected) => {
  vi.stubEnv("TRUSTED_PROXIES", proxies);
  forgetEnv();
  expect(clientAddress("6.6.6.6", undefined)).toBe(expected);
});
