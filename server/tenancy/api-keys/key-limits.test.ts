import { describe, expect, test } from "vitest";
import { keyScopes } from "@/server/domain/rules/key-scopes";
import { UNKNOWN_ADDRESS } from "@/server/platform/client-address";
import { isAddressAllowed, limitsOf, newKeyLimits } from "./key-limits";

const given = { scopes: ["read"], addresses: [] as string[], days: null as number | null };

describe("how a key may be limited", () => {
  test.each(["192.0.2.7", "192.0.2.0/24", "0.0.0.0/0", "2001:db8::7", "2001:db8::/32", "::/0"])("from %s", (range) => {
    expect(newKeyLimits.safeParse({ ...given, addresses: [range] }).success).toBe(true);
  });

  test.each([
    "",
    "192.0.2",
    "192.0.2.256",
    "192.0.2.0/33",
    "192.0.2.0/",
    "192.0.2.0/-1",
    "2001:db8::/129",
    "localhost",
    "192.0.2.7 ",
    "0x7f.1",
    "*",
  ])("not from %j", (range) => {
    const { error } = newKeyLimits.safeParse({ ...given, addresses: [range] });
    expect(error?.issues[0]?.message).toBe("invalid_addresses");
  });

  test.each([
    [{ ...given, scopes: [] }, "invalid_scopes"],
    [{ ...given, addresses: Array.from({ length: 51 }, () => "192.0.2.7") }, "invalid_addresses"],
    [{ ...given, days: 0 }, "invalid_days"],
    [{ ...given, days: 1.5 }, "invalid_days"],
    [{ ...given, days: 3_651 }, "invalid_days"],
  ])("not by %j", (limits, code) => {
    expect(newKeyLimits.safeParse(limits).error?.issues[0]?.message).toBe(code);
  });

  test("all scopes and no addresses are no limit", () => {
    expect(limitsOf({ scopes: [...keyScopes].reverse(), addresses: [], days: null })).toEqual({
      scopes: null,
      addresses: null,
      endsAt: null,
    });
  });
});

describe("from where a key is taken", () => {
  const isTaken = (addresses: string[] | null, address: string) => isAddressAllowed({ scopes: null, addresses }, address);

  test("from everywhere without a list, also from an address that is not known", () => {
    expect(isTaken(null, UNKNOWN_ADDRESS)).toBe(true);
  });

  test("with a list, not from an address that is not known", () => {
    expect(isTaken(["0.0.0.0/0", "::/0"], UNKNOWN_ADDRESS)).toBe(false);
  });

  test("an address of version 4 may be written as version 6", () => {
    expect(isTaken(["192.0.2.0/24"], "::ffff:192.0.2.7")).toBe(true);
    expect(isTaken(["192.0.2.0/24"], "::ffff:192.0.3.7")).toBe(false);
  });

  test("from any of several", () => {
    const list = ["198.51.100.1", "2001:db8::/32"];
    expect(isTaken(list, "198.51.100.1")).toBe(true);
    expect(isTaken(list, "2001:db8:ffff::1")).toBe(true);
    expect(isTaken(list, "198.51.100.2")).toBe(false);
  });
});
