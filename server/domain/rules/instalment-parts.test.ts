import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysFrom } from "@/server/domain/formats/calendar";
import { sumOf } from "./account";
import { type DividedClaim, divide, LEAST_PART_CENTS, offerParts, partDays } from "./instalment-parts";
import { lastDayOfPeriod, strictestRule } from "./instalment-rules";

const day = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const country = fc.constantFrom("AT", "BE", "CH", "DE", "GB", "IE", "NL", "US");

const claim: fc.Arbitrary<DividedClaim> = fc.record({
  settings: fc.record({
    instalmentsFromCents: fc.option(fc.integer({ min: 0, max: 50_000 })),
    instalmentsMostParts: fc.integer({ min: 2, max: 12 }),
    instalmentsEveryDays: fc.option(fc.integer({ min: 21, max: 90 })),
    instalmentsFeeCents: fc.integer({ min: 0, max: 20_000 }),
    instalmentsPeriodBeginsOn: fc.option(day),
    instalmentsPeriodEndsOn: fc.option(day),
  }),
  payer: fc.record({
    countries: fc.tuple(country, country, country),
    isBusiness: fc.boolean(),
  }),
  transmittedOn: day,
  balanceCents: fc.integer({ min: -1_000, max: 10_000_000 }),
  firstOn: day,
  agreedOn: day,
});

test.each([
  [10_000, 3, [3_334, 3_333, 3_333]],
  [10_001, 12, [838, ...Array(11).fill(833)]],
  [10_000, 2, [5_000, 5_000]],
])("%i cents in %i parts", (totalCents, count, parts) => {
  expect(divide(totalCents, count)).toEqual(parts);
});

test("parts add up to the amount, and the first is the largest, by less than a cent for each part", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 1, max: 12 }), (totalCents, count) => {
      const parts = divide(totalCents, count);
      expect(parts).toHaveLength(count);
      expect(parts.reduce((sum, cents) => sum + BigInt(cents), 0n)).toBe(BigInt(totalCents));
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(count);
      expect(parts[0]).toBe(Math.max(...parts));
    }),
  );
});

test("a part in a short month does not move those after it", () => {
  expect(partDays("2027-01-31", 4, null)).toEqual(["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"]);
  expect(partDays("2027-12-31", 3, null)).toEqual(["2027-12-31", "2028-01-31", "2028-02-29"]);
  expect(partDays("2028-01-30", 3, null)).toEqual(["2028-01-30", "2028-02-29", "2028-03-30"]);
  expect(partDays("2027-02-20", 3, 14)).toEqual(["2027-02-20", "2027-03-06", "2027-03-20"]);
});

test("monthly parts are in months that follow each other, each on the first part's day or the month's last one", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 2, max: 12 }), (firstOn, count) => {
      const days = partDays(firstOn, count, null);
      const month = (on: string) => Number(on.slice(0, 4)) * 12 + Number(on.slice(5, 7));
      days.forEach((on, index) => {
        expect(month(on)).toBe(month(firstOn) + index);
        const isLastOfMonth = month(addDays(on, 1)) !== month(on);
        expect(on.slice(8) === firstOn.slice(8) || (isLastOfMonth && on.slice(8) < firstOn.slice(8))).toBe(true);
      });
    }),
  );
});

test("every so many days, parts keep exactly that distance", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 2, max: 12 }), fc.integer({ min: 21, max: 90 }), (firstOn, count, everyDays) => {
      const days = partDays(firstOn, count, everyDays);
      expect(days.slice(1).map((on, index) => daysFrom(days[index] ?? "", on))).toEqual(Array(count - 1).fill(everyDays));
    }),
  );
});

test("what is offered adds up to balance and fee, and stays within settings and law", () => {
  fc.assert(
    fc.property(claim, (given) => {
      const plans = offerParts(given);
      if (typeof plans === "string") return;
      const { settings, payer, balanceCents, agreedOn, transmittedOn } = given;
      const { instalmentsPeriodBeginsOn: beginsOn, instalmentsPeriodEndsOn: endsOn } = settings;
      const period = endsOn === null ? null : { beginsOn: beginsOn ?? transmittedOn, endsOn };
      const { rule, lastOn, basis } = strictestRule(payer, agreedOn, period);
      if (rule.within === "period") expect(lastOn <= lastDayOfPeriod(beginsOn ?? transmittedOn)).toBe(true);
      expect(balanceCents).toBeGreaterThanOrEqual(settings.instalmentsFromCents ?? Number.POSITIVE_INFINITY);
      expect(new Set(plans.map(({ parts }) => parts.length)).size).toBe(plans.length);
      for (const { parts, feeCents, basis: kept } of plans) {
        expect(kept).toEqual(basis);
        expect(feeCents).toBeLessThanOrEqual(balanceCents * 0.05);
        expect(sumOf(parts)).toBe(balanceCents + feeCents);
        expect(parts.length).toBeGreaterThanOrEqual(2);
        expect(parts.length).toBeLessThanOrEqual(Math.min(settings.instalmentsMostParts, rule.mostParts));
        expect(feeCents).toBeLessThanOrEqual(payer.isBusiness ? Math.min(settings.instalmentsFeeCents, rule.mostFeeCents) : 0);
        for (const { dueOn, amountCents } of parts) {
          expect(dueOn <= lastOn).toBe(true);
          expect(amountCents).toBeGreaterThanOrEqual(LEAST_PART_CENTS);
        }
      }
    }),
    { numRuns: 1_000 },
  );
});

const season: DividedClaim = {
  settings: {
    instalmentsFromCents: 5_000,
    instalmentsMostParts: 12,
    instalmentsEveryDays: null,
    instalmentsFeeCents: 300,
    instalmentsPeriodBeginsOn: "2026-07-01",
    instalmentsPeriodEndsOn: "2027-06-30",
  },
  payer: { countries: ["DE"], isBusiness: false },
  transmittedOn: "2026-12-10",
  balanceCents: 10_000,
  firstOn: "2026-12-31",
  agreedOn: "2026-12-10",
};
const counts = (given: Partial<DividedClaim>) => {
  const plans = offerParts({ ...season, ...given });
  return typeof plans === "string" ? plans : plans.map(({ parts }) => parts.length);
};

test("a consumer in Germany pays the season's dues within the season, without a fee", () => {
  expect(counts({})).toEqual([2, 3, 4, 5, 6, 7]);
  const [halves] = offerParts(season);
  expect(halves).toEqual({
    feeCents: 0,
    basis: { country: "DE", isBusiness: false, claim: "period", source: expect.stringContaining("§ 506 BGB"), asOf: "2026-11-30" },
    parts: [
      { dueOn: "2026-12-31", amountCents: 5_000 },
      { dueOn: "2027-01-31", amountCents: 5_000 },
    ],
  });
  expect(counts({ firstOn: "2027-06-10" })).toBe("period_over");
  expect(counts({ settings: { ...season.settings, instalmentsPeriodEndsOn: null } })).toBe("law");
});

test("an organisation pays the fee with the first part", () => {
  const given = { ...season, payer: { countries: ["DE"], isBusiness: true } } satisfies DividedClaim;
  expect(offerParts(given)[0]).toMatchObject({ feeCents: 300, parts: [{ amountCents: 5_300 }, { amountCents: 5_000 }] });
  // At most 5 % of the balance.
  expect(offerParts({ ...given, balanceCents: 5_010 })[0]).toMatchObject({ feeCents: 250 });
});

test("a period without end is none: a plan ends twelve months after the period's first day, or after the transmission", () => {
  const endless = { ...season.settings, instalmentsEveryDays: 90, instalmentsPeriodEndsOn: "2035-12-31" };
  const daysOf = (instalmentsPeriodBeginsOn: string | null) => {
    const plans = offerParts({ ...season, settings: { ...endless, instalmentsPeriodBeginsOn } });
    return typeof plans === "string" ? plans : plans.at(-1)?.parts.at(-1)?.dueOn;
  };
  expect(daysOf("2026-07-01")).toBe("2027-06-29");
  expect(daysOf(null)).toBe("2027-09-27");
  expect(daysOf("2025-07-01")).toBe("period_over");
});

test("a small balance is not divided, and no part is below 5.00", () => {
  expect(counts({ balanceCents: 4_999 })).toBe("too_small");
  expect(counts({ settings: { ...season.settings, instalmentsFromCents: null } })).toBe("off");
  expect(counts({ settings: { ...season.settings, instalmentsFromCents: 0 }, balanceCents: 999 })).toBe("too_small");
  expect(counts({ settings: { ...season.settings, instalmentsFromCents: 0 }, balanceCents: 1_600 })).toEqual([2, 3]);
});
