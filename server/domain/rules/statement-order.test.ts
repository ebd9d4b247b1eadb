import { describe, expect, test } from "vitest";
import { type BegunStatement, contradictedBy, orderOfNumbers } from "./statement-order";

describe("numbers of statements", () => {
  test.each([
    ["12/1", "13/1", "next"],
    ["00012/001", "00012/002", "next"],
    ["12/1", "14/1", "apart"],
    ["12/1", "13/2", "apart"],
    ["A-7", "A-8", "next"],
    ["A-7", "A-9", "apart"],
    ["A-7", "B-8", "unknown"],
    ["365", "1", "unknown"],
    ["7", "7", "unknown"],
    ["2026-11-20", "2026-11-23", "unknown"],
    ["20261120", "20261121", "unknown"],
    ["202611200915", "202611210915", "unknown"],
    ["", "", "unknown"],
  ])("%j, then %j: %s", (before, after, order) => {
    expect(orderOfNumbers(before, after)).toBe(order);
  });
});

describe("an opening balance", () => {
  const ended = { number: "", closingCents: 110_000, closingOn: "2026-11-03" };
  const next: BegunStatement = {
    number: "",
    openingCents: 120_000,
    openingOn: "2026-11-03",
    firstBookedOn: "2026-11-04",
    hasKnownEntries: false,
  };

  test("contradicts the closing balance of the same day that it follows", () => {
    expect(contradictedBy(next, [ended])).toBe(ended);
  });

  test("contradicts that of the preceding number, even if the days are apart", () => {
    const numbered = { ...ended, number: "12" };
    expect(contradictedBy({ ...next, number: "13", openingOn: "2026-11-04" }, [numbered])).toBe(numbered);
  });

  test.each([
    ["continues it", { openingCents: 110_000 }, {}],
    ["comes later, so that a statement may be missing", { openingOn: "2026-11-04" }, {}],
    ["has a number that leaves one out", { number: "14" }, { number: "12" }],
    ["brings entries that had come before", { hasKnownEntries: true }, {}],
    ["has entries of the day on which the other ended", { firstBookedOn: "2026-11-03" }, {}],
  ])("contradicts nothing where it %s", (_, given, before) => {
    expect(contradictedBy({ ...next, ...given }, [{ ...ended, ...before }])).toBeUndefined();
  });

  test("contradicts nothing if it continues one of several statements of that day", () => {
    expect(contradictedBy(next, [ended, { ...ended, closingCents: 120_000 }])).toBeUndefined();
    expect(contradictedBy(next, [])).toBeUndefined();
  });
});
