import { expect, test } from "vitest";
import { formatDay, formatMoment, formatRelative, formatRelativeDay } from "./dates";

const AMSTERDAM = "Europe/Amsterdam";
const now = new Date("2026-11-24T09:14:00Z");

test("a calendar day is the same day in every time zone", () => {
  expect(formatDay("2026-11-04", "en", "date")).toBe("4 Nov 2026");
  expect(formatDay("2026-11-04T23:30:00Z", "en")).toBe("4 Nov");
  expect(formatDay("2026-11-24", "en", "weekday")).toBe("Tue 24 November");
  expect(formatDay("2026-11-04", "de", "long")).toBe("4. November 2026");
});

test("a moment is shown in the given time zone, in 24-hour time", () => {
  expect(formatMoment("2026-11-20T20:37:00Z", "en", AMSTERDAM)).toBe("20 Nov, 21:37");
  expect(formatMoment("2026-11-19T23:05:00Z", "en", AMSTERDAM, "time")).toBe("00:05");
  expect(formatMoment("2026-11-19T23:05:00Z", "en", AMSTERDAM, "date")).toBe("20 Nov 2026");
});

test.each([
  ...["fr", "fr-BE", "fr-CH"].map((language) => ({ language, first: "1er mars", monday: "lundi 1er mars", other: "11 mars 2027" })),
  ...["it", "it-CH"].map((language) => ({ language, first: "1° marzo", monday: "lunedì 1° marzo", other: "11 marzo 2027" })),
])("the first of a month is an ordinal in $language, and no other day", ({ language, first, monday, other }) => {
  expect(formatDay("2027-03-01", language, "long")).toBe(`${first} 2027`);
  expect(formatDay("2027-03-01", language, "today")).toBe(monday);
  expect(formatMoment("2027-03-01T11:00:00Z", language, AMSTERDAM, "full")).toMatch(new RegExp(`^${first} 2027.* 12:00$`));
  expect(formatDay("2027-03-11", language, "long")).toBe(other);
  expect(formatDay("2027-03-01", "nl", "long")).toBe("1 maart 2027");
});

test.each([
  ["2026-11-24T09:13:50Z", "now"],
  ["2026-11-24T09:02:00Z", "12 minutes ago"],
  ["2026-11-24T06:14:00Z", "3 hours ago"],
  ["2026-11-24T11:14:00Z", "in 2 hours"],
  ["2026-11-23T19:11:00Z", "yesterday, 20:11"],
  ["2026-11-23T22:59:00Z", "yesterday, 23:59"],
  ["2026-11-11T12:00:00Z", "13 days ago"],
  ["2026-12-04T12:00:00Z", "in 10 days"],
  ["2026-09-01T12:00:00Z", "1 Sept"],
  ["2025-09-01T12:00:00Z", "1 Sept 2025"],
])("%s is told as %s", (at, told) => {
  expect(formatRelative(at, now, "en", AMSTERDAM)).toBe(told);
});

test("twenty minutes ago is not called yesterday, even just after midnight", () => {
  expect(formatRelative("2026-11-23T22:50:00Z", new Date("2026-11-23T23:10:00Z"), "en", AMSTERDAM)).toBe("20 minutes ago");
});

test.each([
  ["2026-11-24", "today"],
  ["2026-11-25", "tomorrow"],
  ["2026-12-04", "in 10 days"],
])("the day %s is told as %s, without a time", (day, told) => {
  expect(formatRelativeDay(day, "2026-11-24", "en")).toBe(told);
});
