import fc from "fast-check";
import { expect, test } from "vitest";
import { centsIn, dayIn } from "./cell-values";

const cents = fc.integer({ min: -99_999_999_99, max: 99_999_999_99 });
const decimals = fc.constantFrom("," as const, "." as const);

/** An amount as banks write it: with or without grouping, sign before or after, with or without currency. */
const written = fc.record({
  cents,
  decimals,
  isGrouped: fc.boolean(),
  groupedBy: fc.constantFrom("'", "’", "."),
  isBehind: fc.boolean(),
  minus: fc.constantFrom("-", "−", "–"),
  currency: fc.constantFrom("", "EUR ", "€ ", "CHF "),
});

function cellOf({
  cents,
  decimals,
  isGrouped,
  groupedBy,
  isBehind,
  minus,
  currency,
}: typeof written extends fc.Arbitrary<infer V> ? V : never) {
  const whole = String(Math.trunc(Math.abs(cents) / 100));
  const group = groupedBy === "." && decimals === "." ? "," : groupedBy;
  const shown = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole;
  const amount = `${shown}${decimals}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  if (cents >= 0) return `${currency}${amount}`;
  return isBehind ? `${currency}${amount}${minus}` : `${currency}${minus}${amount}`;
}

test("an amount is read to the cent with any grouping, sign and spacing", () => {
  fc.assert(
    fc.property(written, (amount) => {
      // Turns -0 into 0.
      expect(Number(centsIn(cellOf(amount), amount.decimals)) + 0).toBe(amount.cents);
    }),
    { numRuns: 1_000 },
  );
});

test("an amount with the other decimal separator is not read as a different amount", () => {
  fc.assert(
    fc.property(written, (amount) => {
      const other = amount.decimals === "," ? "." : ",";
      expect([undefined, amount.cents]).toContain(centsIn(cellOf({ ...amount, isGrouped: false }), other));
    }),
  );
});

test("any text yields an integer number of cents or nothing", () => {
  const likeAnAmount = fc.string({ unit: fc.constantFrom(..."0123456789.,'-+ €"), maxLength: 14 });
  fc.assert(
    fc.property(fc.oneof(fc.string(), likeAnAmount), decimals, (text, decimal) => {
      const read = centsIn(text, decimal);
      if (read === undefined) return;
      expect(Number.isSafeInteger(read)).toBe(true);
      expect(text).toMatch(/\d/);
    }),
  );
});

test("a day is read in each order and with each separator, also with a time after it; a day that does not exist is refused", () => {
  const part = { year: fc.integer({ min: 2000, max: 2099 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) };
  fc.assert(
    fc.property(fc.record(part), fc.constantFrom("-", "/", "."), fc.constantFrom("", " 12:30", "T12:30:00"), (date, separator, time) => {
      const [year, month, day] = [String(date.year), String(date.month).padStart(2, "0"), String(date.day).padStart(2, "0")];
      const iso = `${year}-${month}-${day}`;
      const isReal = new Date(`${iso}T00:00:00Z`).toISOString().slice(0, 10) === iso;
      const expected = isReal ? iso : undefined;
      expect(dayIn(`${iso}${time}`, "day_first")).toBe(expected);
      expect(dayIn(`${year}${month}${day}`, "month_first")).toBe(expected);
      expect(dayIn(`${day}${separator}${month}${separator}${year}${time}`, "day_first")).toBe(expected);
      expect(dayIn(`${month}${separator}${day}${separator}${year.slice(2)}${time}`, "month_first")).toBe(expected);
    }),
  );
});

test.each([
  ["6 Nov 2026", "2026-11-06"],
  ["06-Nov-26", "2026-11-06"],
  ["6. November 2026", "2026-11-06"],
  ["6 Nov 2026 14:30", "2026-11-06"],
  ["6 févr. 2026", "2026-02-06"],
  ["6 Dezember 2026", "2026-12-06"],
  ["6 mrt 2026", "2026-03-06"],
  ["6 gen 2026", "2026-01-06"],
  ["31 Nov 2026", undefined],
  ["6 jui 2026", undefined],
  ["6 Mavember 2026", undefined],
  ["6 Nov 2026 Miete", undefined],
])("a day with the month's name: %s", (cell, day) => {
  expect(dayIn(cell, "day_first")).toBe(day);
  expect(dayIn(cell, "month_first")).toBe(day);
});
