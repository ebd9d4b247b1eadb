import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths } from "@/server/domain/formats/calendar";
import { sumOf } from "./account";
import { arrangementLimits, problemOfParts, proposeParts } from "./arrangement";
import { instalmentRules } from "./instalment-rules";

const today = "2026-11-30";
const claim = { payer: { countries: ["CH"] as [string], isBusiness: false }, period: null, balanceCents: 10_000, today };
const periodUntil = (endsOn: string) => ({ beginsOn: addDays(endsOn, -200), endsOn });
const limits = { balanceCents: 10_000, mostParts: 12, firstOn: "2026-12-01", lastOn: "2027-11-29" };

test("each proposal can be agreed on: even parts that add up to the balance, on days in order, within the law", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(instalmentRules)),
      fc.boolean(),
      fc.option(fc.integer({ min: -10, max: 400 })),
      fc.integer({ min: 1, max: 100_000 }),
      (country, isBusiness, periodDays, balanceCents) => {
        const period = periodDays === null ? null : periodUntil(addDays(today, periodDays));
        const found = arrangementLimits({ payer: { countries: [country], isBusiness }, period, balanceCents, today });
        if (typeof found === "string") return;
        for (let count = 2; count <= found.mostParts; count += 1) {
          const parts = proposeParts(found, count);
          expect(problemOfParts(parts, found)).toBeUndefined();
          const amounts = parts.map(({ amountCents }) => amountCents);
          expect(sumOf(parts)).toBe(balanceCents);
          expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThan(count);
          expect(amounts[0]).toBe(Math.max(...amounts));
        }
      },
    ),
  );
});

test("the usual proposal begins in two weeks and goes on each month", () => {
  expect(proposeParts(limits, 3)).toEqual([
    { amountCents: 3_334, dueOn: "2026-12-14" },
    { amountCents: 3_333, dueOn: "2027-01-14" },
    { amountCents: 3_333, dueOn: "2027-02-14" },
  ]);
  // A period that ends in three weeks leaves room for parts a few days apart.
  expect(proposeParts({ ...limits, lastOn: "2026-12-21" }, 3).map(({ dueOn }) => dueOn)).toEqual([
    "2026-12-14",
    "2026-12-17",
    "2026-12-20",
  ]);
  expect(proposeParts({ ...limits, lastOn: "2026-12-02" }, 2).map(({ dueOn }) => dueOn)).toEqual(["2026-12-01", "2026-12-02"]);
});

test.each([
  ["one part", "arrangement_part_count", [{ amountCents: 10_000, dueOn: "2026-12-14" }]],
  ["more parts than the law allows", "arrangement_part_count", proposeParts({ ...limits, balanceCents: 13_000 }, 13)],
  [
    "a part below 5.00",
    "arrangement_part_too_small",
    [
      { amountCents: 9_501, dueOn: "2026-12-14" },
      { amountCents: 499, dueOn: "2027-01-14" },
    ],
  ],
  [
    "a part today",
    "arrangement_days_wrong",
    [
      { amountCents: 5_000, dueOn: today },
      { amountCents: 5_000, dueOn: "2027-01-14" },
    ],
  ],
  [
    "two parts on one day",
    "arrangement_days_wrong",
    [
      { amountCents: 5_000, dueOn: "2027-01-14" },
      { amountCents: 5_000, dueOn: "2027-01-14" },
    ],
  ],
  [
    "a day that the calendar does not have",
    "arrangement_days_wrong",
    [
      { amountCents: 5_000, dueOn: "2027-01-14" },
      { amountCents: 5_000, dueOn: "2027-02-30" },
    ],
  ],
  [
    "a last day beyond the law's",
    "arrangement_too_long",
    [
      { amountCents: 5_000, dueOn: "2027-01-14" },
      { amountCents: 5_000, dueOn: "2027-11-30" },
    ],
  ],
  [
    "a cent too much",
    "arrangement_sum_differs",
    [
      { amountCents: 5_001, dueOn: "2027-01-14" },
      { amountCents: 5_000, dueOn: "2027-02-14" },
    ],
  ],
] as const)("%s is refused with %s", (_, code, parts) => {
  expect(problemOfParts(parts, limits)).toBe(code);
});

test("the law of the payer's country limits an arrangement as it limits instalments", () => {
  expect(arrangementLimits(claim)).toMatchObject({ mostParts: 12, firstOn: "2026-12-01", lastOn: addDays(addMonths(today, 24), -1) });
  expect(arrangementLimits({ ...claim, balanceCents: 1_600 })).toMatchObject({ mostParts: 3 });
  expect(arrangementLimits({ ...claim, balanceCents: 999 })).toBe("arrangement_too_small");
  expect(arrangementLimits({ ...claim, payer: { countries: ["NL"], isBusiness: false } })).toBe("arrangement_against_law");
  expect(arrangementLimits({ ...claim, payer: { countries: ["NL"], isBusiness: true } })).toMatchObject({ mostParts: 12 });
  const german = { ...claim, payer: { countries: ["DE"] as [string], isBusiness: false } };
  expect(arrangementLimits(german)).toBe("arrangement_against_law");
  expect(arrangementLimits({ ...german, period: periodUntil("2027-06-30") })).toMatchObject({ lastOn: "2027-06-30" });
  expect(arrangementLimits({ ...german, period: periodUntil("2026-12-01") })).toBe("arrangement_period_over");
  expect(arrangementLimits({ ...german, period: periodUntil("2026-12-02") })).toMatchObject({ mostParts: 2 });
});
