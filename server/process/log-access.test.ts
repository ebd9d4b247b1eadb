import { expect, test } from "vitest";
import { routeOf } from "./log-access";

test.each([
  ["/", "/"],
  ["/invoices?page=2", "/invoices"],
  ["/invoices/bulk-actions", "/invoices/bulk-actions"],
  ["/invoices/019a1b2c3d4e5f60718293a4b5c6d7e8f9a0b1c2", "/invoices/*"],
  ["/i/AbcdefghijklmnopqrstuvwxyzABCDEF/pdf", "/i/*/pdf"],
  ["/i/abcdefghijklmnopqrstuvwxyzabcdef/payment", "/i/*/payment"],
  ["/i/account/abcdefghijklmnopqrstuvwxyzabcdef", "/i/*/*"],
  ["/set-password?token=abc", "/set-password"],
  ["/mailbox?token=abc#x", "/mailbox"],
  [`/simulated-bank/${"a".repeat(48)}/decision`, "/simulated-bank/*/decision"],
  ["/api/trpc/invoices.list,session.me?batch=1&input=%7B%7D", "/api/trpc/invoices.list,session.me"],
  ["/api/auth/callback/credentials", "/api/auth/callback/credentials"],
  ["/api/background/due", "/api/background/due"],
  ["/ada@members.example", "/*"],
  ["//evil.example/%0d%0a", "//*/*"],
  ["http://evil.example/x", "*//*/x"],
])("%s is logged as %s", (url, route) => {
  expect(routeOf(url)).toBe(route);
});
