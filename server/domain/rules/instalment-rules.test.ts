import { expect, test } from "vitest";
import { companyCountry } from "@/db/schema/companies";
import {
  carefulLaw,
  claimKinds,
  consumerOffer,
  highestInstalments,
  type InstalmentLaw,
  type InstalmentPayer,
  instalmentLawOf,
  instalmentRules,
  lastDayOfPeriod,
  lastDayOfPlan,
  strictestRule,
} from "./instalment-rules";
import { instalmentLimits } from "./instalment-settings";

const laws: [string, InstalmentLaw][] = [...Object.entries(instalmentRules), ["others", carefulLaw]];
const rulesOf = ({ consumer, business }: InstalmentLaw) => [consumer, business].flatMap((of) => claimKinds.map((kind) => of[kind]));

test("each country of companies has a row, with its source and the day of the check", () => {
  expect(Object.keys(instalmentRules).sort()).toEqual([...companyCountry.enumValues].sort());
  for (const { source, asOf } of laws.flatMap(([, law]) => rulesOf(law))) {
    expect(source).not.toBe("");
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test("settings promise consumers instalments only where the law offers them: always, for a period alone, or never", () => {
  const offered = Object.fromEntries(laws.map(([country]) => [country, consumerOffer(country)]));
  expect(offered).toEqual({ AT: "period", BE: "none", CH: "always", DE: "period", GB: "always", IE: "none", NL: "none", others: "none" });
  const period = { beginsOn: "2026-09-01", endsOn: "2027-06-30" };
  for (const [country, offer] of Object.entries(offered)) {
    const payer: InstalmentPayer = { countries: [country], isBusiness: false };
    expect(strictestRule(payer, "2026-12-01", null).rule.mostParts > 0, country).toBe(offer === "always");
    expect(strictestRule(payer, "2026-12-01", period).rule.mostParts > 0, country).toBe(offer !== "none");
  }
});

test("no consumer pays a fee, and nothing is offered where no source permits it", () => {
  for (const [country, law] of laws) {
    for (const kind of claimKinds) expect(law.consumer[kind].mostFeeCents, country).toBe(0);
    for (const { isVerified, mostParts } of rulesOf(law)) {
      expect(mostParts).toBeLessThanOrEqual(instalmentLimits.parts.most);
      expect(mostParts > 0, country).toBe(isVerified);
    }
  }
  expect(instalmentLawOf("US")).toBe(carefulLaw);
  expect(instalmentLawOf("constructor")).toBe(carefulLaw);
});

test.each([
  ["DE", false, null, 0],
  ["DE", false, "2027-06-30", 12],
  ["AT", false, "2027-06-30", 12],
  ["DE", true, null, 12],
  ["NL", false, "2027-06-30", 0],
  ["BE", false, "2027-06-30", 0],
  ["IE", false, null, 0],
  ["GB", false, null, 12],
  ["CH", false, null, 12],
  ["US", true, null, 0],
])("in %s (organisation: %s, period until %s) at most %i parts are offered", (country, isBusiness, periodEndsOn, parts) => {
  const period = periodEndsOn === null ? null : { beginsOn: "2026-07-01", endsOn: periodEndsOn };
  expect(strictestRule({ countries: [country], isBusiness }, "2026-11-30", period).rule.mostParts).toBe(parts);
});

test("the last part is due in the period, or before the months since the agreement are over", () => {
  expect(lastDayOfPlan({ within: "period" }, "2026-11-30", { beginsOn: "2026-07-01", endsOn: "2027-06-30" })).toBe("2027-06-30");
  // Also if its end was set far too late.
  expect(lastDayOfPlan({ within: "period" }, "2026-11-30", { beginsOn: "2026-07-01", endsOn: "2035-12-31" })).toBe("2027-06-30");
  expect(lastDayOfPeriod("2024-02-29")).toBe("2025-02-27");
  expect(lastDayOfPlan({ within: "period" }, "2026-11-30", null)).toBe("2026-11-30");
  // 12 months that begin with the day of the agreement end on the day before it.
  expect(lastDayOfPlan({ within: { months: 12 } }, "2026-09-10", null)).toBe("2027-09-09");
  expect(lastDayOfPlan({ within: { months: 12 } }, "2024-02-29", null)).toBe("2025-02-27");
});

test("of several countries the strictest rule applies: in parts, last day and fee", () => {
  const countries = [...Object.keys(instalmentRules), "US"];
  const pairs = countries.flatMap((one) => countries.map((other): [string, string] => [one, other]));
  for (const [isBusiness, period] of [
    [false, null],
    [true, null],
    [false, { beginsOn: "2026-07-01", endsOn: "2027-06-30" }],
    // A period that begins later than the plan.
    [false, { beginsOn: "2027-11-01", endsOn: "2028-10-31" }],
  ] as const) {
    for (const pair of pairs) {
      const { rule, lastOn, basis } = strictestRule({ countries: pair, isBusiness }, "2026-11-30", period);
      expect(pair).toContain(basis.country);
      for (const country of pair) {
        const alone = strictestRule({ countries: [country], isBusiness }, "2026-11-30", period);
        expect(rule.mostParts, `${pair}`).toBeLessThanOrEqual(alone.rule.mostParts);
        if (rule.mostParts > 0) {
          expect(lastOn <= alone.lastOn, `${pair}`).toBe(true);
          expect(rule.mostFeeCents, `${pair}`).toBeLessThanOrEqual(alone.rule.mostFeeCents);
        }
      }
    }
  }
});

test("settings can contain at most what some payer in the country may be offered", () => {
  expect(highestInstalments("DE")).toEqual({ parts: 12, feeCents: 10_000 });
  expect(highestInstalments("GB")).toEqual({ parts: 12, feeCents: 0 });
  expect(highestInstalments("US")).toEqual({ parts: 0, feeCents: 0 });
});
