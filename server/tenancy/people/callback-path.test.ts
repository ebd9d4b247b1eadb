import { expect, test } from "vitest";
import { callbackPath } from "./callback-path";

const SITE = "https://portal.example";

test.each([
  ["/invoices?page=2#row-7", "/invoices?page=2#row-7"],
  ["https://portal.example/tickets", "/tickets"],
  ["https://someone:secret@portal.example/tickets", "/tickets"],
  ["invoices", "/invoices"],
  ["/a%20b", "/a%20b"],
  [`/invoices?company=${"a".repeat(10_000)}`, `/invoices?company=${"a".repeat(10_000)}`],
])("%s leads to %s", (given, path) => {
  expect(callbackPath(given, SITE)).toBe(path);
});

test.each([
  "https://evil.example/",
  "http://portal.example/",
  "https://portal.example.evil.example/",
  "https://portal.example:444/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "/%2Fevil.example",
  "/%5Cevil.example",
  "/%252F%252Fevil.example",
  "/x/..//evil.example",
  "/./\\evil.example",
  "https://portal.example//evil.example",
  "/%",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  `/%${"25".repeat(7_000)}`,
  "",
  undefined,
  { toString: () => "/invoices" },
])("%s leads to the first page", (given) => {
  expect(callbackPath(given, SITE)).toBe("/");
});
