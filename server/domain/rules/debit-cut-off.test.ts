import fc from "fast-check";
import { expect, test } from "vitest";
import { addWorkingDays, bankDayFrom, bankDaysBefore, isBankDay } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { debitCutOff, debitFileFrom } from "./debit-cut-off";
import { debitLeadLimits } from "./debit-state";

test.each([
  ["a Monday", "2026-12-14", 2, "2026-12-10T09:00:00.000Z"],
  ["the day after Easter", "2027-03-30", 1, "2027-03-25T09:00:00.000Z"],
  ["the first bank day of a year", "2027-01-04", 2, "2026-12-30T09:00:00.000Z"],
  ["the Monday after the clocks go back", "2026-10-26", 1, "2026-10-23T08:00:00.000Z"],
  ["the Wednesday after the clocks go forward", "2027-03-31", 1, "2027-03-30T08:00:00.000Z"],
])("the bank must have a debit of %s, %s, %i bank days before, at ten by companies' clocks", (_name, collectOn, leadDays, expected) => {
  expect(debitCutOff(collectOn, { leadDays, cutOffHour: 10 }).toISOString()).toBe(expected);
});

test.each([0, 1, 2, 3, 23])("hour %i of a day is on that day, also when the clocks change", (cutOffHour) => {
  for (const collectOn of ["2026-10-26", "2026-10-27", "2027-03-30", "2027-03-31", "2027-01-04"]) {
    const at = debitCutOff(collectOn, { leadDays: 1, cutOffHour });
    expect(dayAt(at)).toBe(bankDaysBefore(collectOn, 1, "target"));
    expect(new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Amsterdam", hour: "2-digit" }).format(at)).toBe(
      String(cutOffHour).padStart(2, "0"),
    );
  }
});

test("going back from a bank day and forward again by the same number of bank days arrives where it began, for 200 years", () => {
  const days = fc.integer({ min: 0, max: 200 * 365 }).map((nth) => new Date(Date.UTC(1999, 0, 1 + nth)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 14 }), (day, count) => {
      fc.pre(isBankDay(day, "target"));
      const before = bankDaysBefore(day, count, "target");
      expect(isBankDay(before, "target")).toBe(true);
      expect(addWorkingDays(before, count, "target")).toBe(day);
    }),
  );
});

test("with the most bank days that an account can need, each debit can be in a file on some day, for 200 years", () => {
  const days = fc.integer({ min: 0, max: 200 * 365 }).map((nth) => bankDayFrom(addDays("1999-01-01", nth), "target"));
  fc.assert(
    fc.property(days, (collectOn) => {
      const last = dayAt(debitCutOff(collectOn, { leadDays: debitLeadLimits.days.most, cutOffHour: 0 }));
      expect(debitFileFrom(collectOn) < last).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
