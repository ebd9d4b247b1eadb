import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { companyCountry } from "@/db/schema/companies";
import { lateFee, missing } from "@/server/billing/collection/late-fee-cap";
import { consumerIn } from "@/server/testing/planned-invoice";
import { feeTermsOf, highestFeeCents, lateFeeCents, lateFeeRules, missingFact } from "./late-fee-rules";

test("each country of companies has a row, with its source and the day of the check", () => {
  expect(Object.keys(lateFeeRules).sort()).toEqual([...companyCountry.enumValues].sort());
  for (const { source, asOf } of Object.values(lateFeeRules)) {
    expect(source).not.toBe("");
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
});

test.each([
  ["BE", 15_000, 2_000],
  ["BE", 15_001, 3_000],
  ["BE", 25_000, 4_000],
  ["BE", 50_000, 6_500],
  ["BE", 90_000, 8_500],
  ["BE", 100_000_000, 200_000],
  ["NL", 10_000, 4_000],
  ["NL", 100_000, 15_000],
  ["NL", 250_000, 37_500],
  ["DE", 100_000, 250],
  ["AT", 100_000, 250],
  ["US", 100_000, 250],
])("a consumer in %s who owes %i cents is charged at most %i", (country, owedCents, mostCents) => {
  expect(lateFeeCents(1_000_000, consumerIn(country), owedCents)).toBe(mostCents);
});

test("a business is charged at most what EU law allows, everybody at most half of what they owe and the fee in the settings", () => {
  expect(lateFeeCents(1_000_000, { ...consumerIn("DE"), isBusiness: true }, 100_000)).toBe(4_000);
  expect(lateFeeCents(4_000, consumerIn("NL"), 500)).toBe(250);
  expect(lateFeeCents(100, consumerIn("NL"), 100_000)).toBe(100);
  expect(lateFeeCents(100, consumerIn("NL"), -100_000)).toBe(0);
});

test("a consumer in Belgium is charged nothing unless the reminder can name the enterprise number and what the debt is for", () => {
  const belgian = consumerIn("BE");
  const fee = (facts: Partial<typeof belgian>) => lateFeeCents(2_000, { ...belgian, ...facts }, 10_000);
  expect(fee({})).toBe(2_000);
  expect(fee({ enterpriseNumber: null })).toBe(0);
  expect(fee({ isDescribed: false })).toBe(0);
  expect(fee({ enterpriseNumber: null, isDescribed: false, isBusiness: true })).toBe(2_000);
  expect(fee({ enterpriseNumber: null, isDescribed: false, country: "NL" })).toBe(2_000);
  expect(missingFact({ ...belgian, enterpriseNumber: null, isDescribed: false })).toBe("enterprise_number");
  expect(missingFact({ ...belgian, isDescribed: false })).toBe("description");
});

test("reminders to consumers in Belgium and the Netherlands state terms, those in Belgium with the number", () => {
  expect(feeTermsOf(consumerIn("BE"))).toBe("BE 0123.456.749");
  expect(feeTermsOf(consumerIn("NL"))).toBe("NL");
  expect(feeTermsOf(consumerIn("DE"))).toBeNull();
  expect(feeTermsOf({ ...consumerIn("NL"), isBusiness: true })).toBeNull();
});

test("settings can contain at most what some customer in the country could be charged", () => {
  expect(highestFeeCents("DE")).toBe(4_000);
  expect(highestFeeCents("CH")).toBe(250);
  expect(highestFeeCents("NL")).toBe(37_500);
  expect(highestFeeCents("BE")).toBe(200_000);
});

test("SQL yields the same fee and the same missing fact", async () => {
  const cases = fc.sample(
    fc.record({
      wanted: fc.constantFrom(0, 250, 500, 4_000, 100_000),
      country: fc.constantFrom(...companyCountry.enumValues, "US", "FR"),
      isBusiness: fc.boolean(),
      enterpriseNumber: fc.option(fc.constant("0123.456.749")),
      isDescribed: fc.boolean(),
      owed: fc.oneof(
        fc.constantFrom(-1, 0, 1, 15_000, 15_001, 50_000, 50_001, 250_000, 3_000_000),
        fc.integer({ min: -1_000, max: 5_000_000 }),
      ),
    }),
    500,
  );
  const columns = Object.fromEntries(
    (["wanted", "country", "isBusiness", "owed", "enterpriseNumber", "isDescribed"] as const).map((name) => [
      name,
      sql`c.${sql.identifier(name)}`,
    ]),
  );
  const rows = await db.execute<{ cents: string; fact: string | null }>(sql`
    select ${lateFee(columns as Parameters<typeof lateFee>[0])} as cents,
      ${missing(columns as Parameters<typeof lateFee>[0])} as fact
    from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb) as c(wanted bigint, country text, "isBusiness" boolean, owed bigint,
      "enterpriseNumber" text, "isDescribed" boolean)`);
  expect(rows.map(({ cents }) => Number(cents))).toEqual(cases.map(({ wanted, owed, ...payer }) => lateFeeCents(wanted, payer, owed)));
  expect(rows.map(({ fact }) => fact ?? undefined)).toEqual(cases.map(missingFact));
});
