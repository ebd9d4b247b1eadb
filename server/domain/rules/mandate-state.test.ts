import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/server/domain/formats/calendar";
import { isMandateExpiring, isMandateReference, type MandateEnd, mandateEnds, mandateExpiresOn, mandateState } from "./mandate-state";

const expiry = (signedOn: string, lastCollectedOn: string | null = null) => mandateExpiresOn({ signedOn, lastCollectedOn });

describe("a mandate expires", () => {
  test("36 months after the signature if it was never used, and after the last collection if it was", () => {
    expect(expiry("2025-01-01")).toBe("2028-01-01");
    expect(expiry("2014-02-01", "2025-11-30")).toBe("2028-11-30");
  });

  test.each([
    ["2028-02-29", "2031-02-28"],
    ["2027-02-28", "2030-02-28"],
    ["2024-02-29", "2027-02-28"],
    ["2029-02-28", "2032-02-28"],
    ["2025-12-31", "2028-12-31"],
  ])("of %s on %s, also around a leap day", (day, expected) => expect(expiry(day)).toBe(expected));

  test("on that day, and not on the day before", () => {
    const mandate = { signedOn: "2025-01-01", lastCollectedOn: null, endedReason: null };
    expect(mandateState(mandate, "2027-12-31")).toBe("valid");
    expect(mandateState(mandate, "2028-01-01")).toBe("expired");
  });

  test("never earlier than 1,095 days later, and never later than 1,096", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const day = addDays("1999-12-31", days);
        expect([addDays(day, 1_095), addDays(day, 1_096)]).toContain(expiry(day));
      }),
      { numRuns: 2_000 },
    );
  });
});

test("a mandate is expiring from 33 months after the last collection until it has expired, unless it has ended", () => {
  const mandate = { signedOn: "2014-01-01", lastCollectedOn: "2025-05-31", endedReason: null };
  const days = ["2028-02-28", "2028-02-29", "2028-05-30", "2028-05-31"];
  expect(days.map((day) => isMandateExpiring(mandate, day))).toEqual([false, true, true, false]);
  for (const endedReason of mandateEnds) expect(isMandateExpiring({ ...mandate, endedReason }, "2028-03-01")).toBe(false);
});

test.each<[MandateEnd, string]>([
  ["withdrawn", "withdrawn"],
  ["collected", "used"],
  ["returned", "ended"],
  ["replaced", "expired"],
])("a mandate with the end %s is %s on every day", (endedReason, state) => {
  for (const today of ["2026-06-01", "2035-01-01"])
    expect(mandateState({ signedOn: "2026-06-01", lastCollectedOn: null, endedReason }, today)).toBe(state);
});

describe("the reference of a mandate", () => {
  test.each(["NB-0417", "M 7/2026", "a", "x".repeat(35), "+?/-:().,' 1"])("can be %j", (reference) =>
    expect(isMandateReference(reference)).toBe(true),
  );
  test.each(["", " ", "x".repeat(36), "Müller-1", "/7", "7/", "7//8", "7 ", "a_b", "a\nb"])("cannot be %j", (reference) =>
    expect(isMandateReference(reference)).toBe(false),
  );
});
