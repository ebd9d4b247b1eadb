import { afterEach, expect, test, vi } from "vitest";
import { forgetEnv } from "@/server/env";
import { isCrossOrigin } from "./is-cross-origin";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test.each([
  ["a program", {}, false],
  ["our page", { "sec-fetch-site": "same-origin", origin: "https://portal.example" }, false],
  ["an address that was typed", { "sec-fetch-site": "none" }, false],
  ["another site", { "sec-fetch-site": "cross-site" }, true],
  ["another site of our domain", { "sec-fetch-site": "same-site", origin: "https://evil.portal.example" }, true],
  ["our page, in a browser that tells its origin alone", { origin: "https://portal.example" }, false],
  ["our page by another of our names", { origin: "http://localhost:3000", host: "localhost:3000" }, false],
  ["another site, in such a browser", { origin: "https://evil.example" }, true],
  ["our page over http, where https is meant", { origin: "http://portal.example" }, true],
  ["an origin that is no address", { origin: "evil" }, true],
  ["a page that hides its origin, with a cookie", { origin: "null", cookie: "a=b" }, true],
  ["a customer's page, which hides its origin", { origin: "null" }, false],
])("%s", (_who, headers, expected) => {
  vi.stubEnv("PUBLIC_URL", "https://portal.example");
  forgetEnv();
  expect(isCrossOrigin(new Request("https://portal.example/", { headers }))).toBe(expected);
});
