import { expect, test } from "vitest";
import { addDays, dayAt, isDay, weekOf } from "./calendar";

test("a week begins on Monday, and a day at midnight in Amsterdam", () => {
  expect(["2026-11-16", "2026-11-18", "2026-11-22", "2026-11-23"].map(weekOf)).toEqual([
    "2026-11-16",
    "2026-11-16",
    "2026-11-16",
    "2026-11-23",
  ]);
  expect(dayAt(new Date("2026-07-31T21:59:59Z"))).toBe("2026-07-31");
  expect(dayAt(new Date("2026-07-31T22:00:00Z"))).toBe("2026-08-01");
  expect(dayAt(new Date("2026-12-31T23:00:00Z"))).toBe("2027-01-01");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
});

test("a day has a year, a month and a day, and stands in the calendar", () => {
  expect(["2026-11-20", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026", "2026-11", "2026-02-30", "2026-11-20T00:00", "", "20 Nov"].some(isDay)).toBe(false);
});
