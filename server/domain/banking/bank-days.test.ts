import { describe, expect, test } from "vitest";
import { addDays } from "@/server/domain/formats/calendar";
import { addWorkingDays, type BankCalendar, bankCalendarOf, bankDayFrom, easterOf, isBankDay } from "./bank-days";

const YEARS = Array.from({ length: 200 }, (_, index) => 2_000 + index);
const CALENDARS: readonly BankCalendar[] = ["target", "swiss"];

/** Returns Easter by its definition: the Sunday after the church's full moon, from the epact of Lilius and Clavius. */
function easterByMoon(year: number): string {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const solar = Math.floor((3 * century) / 4) - 12;
  const lunar = Math.floor((8 * century + 5) / 25) - 5;
  let epact = (((11 * golden + 20 + lunar - solar) % 30) + 30) % 30;
  if ((epact === 25 && golden > 11) || epact === 24) epact += 1;
  const afterFebruary = epact > 23 ? 74 - epact : 44 - epact;
  let day = addDays(`${year}-02-28`, afterFebruary + (isLeap(year) ? 1 : 0));
  do day = addDays(day, 1);
  while (new Date(day).getUTCDay() !== 0);
  return day;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Every day of 200 years. */
function allDays(): string[] {
  const days: string[] = [];
  for (let day = "2000-01-01"; day < "2200-01-01"; day = addDays(day, 1)) days.push(day);
  return days;
}

test("Easter falls on the Sunday after the church's full moon, for 200 years", () => {
  expect(YEARS.map(easterOf)).toEqual(YEARS.map(easterByMoon));
  expect([2024, 2025, 2026, 2038].map(easterOf)).toEqual(["2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25"]);
});

test("the holidays of 2026 are those that the banks have published", () => {
  const closed = (calendar: BankCalendar) =>
    allDays().filter((day) => day.startsWith("2026") && ![0, 6].includes(new Date(day).getUTCDay()) && !isBankDay(day, calendar));
  expect(closed("target")).toEqual(["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25"]);
  expect(closed("swiss")).toEqual([
    ...["2026-01-01", "2026-01-02", "2026-04-03", "2026-04-06", "2026-05-01", "2026-05-14", "2026-05-25", "2026-12-25"],
  ]);
});

test("a company's bank follows the Swiss calendar for francs or for Switzerland, and TARGET otherwise", () => {
  expect(bankCalendarOf({ currency: "CHF", countryCode: "LI" })).toBe("swiss");
  expect(bankCalendarOf({ currency: "EUR", countryCode: "CH" })).toBe("swiss");
  expect(bankCalendarOf({ currency: "EUR", countryCode: "DE" })).toBe("target");
  expect(bankCalendarOf({ currency: "GBP", countryCode: "GB" })).toBe("target");
});

describe.each(CALENDARS)("for 200 years of the calendar %s", (calendar) => {
  const days = allDays();
  const isSwiss = calendar === "swiss";
  const holidays = new Set(
    YEARS.concat(2_200).flatMap((year) => {
      const easter = easterByMoon(year);
      const fixed = ["01-01", "05-01", "12-25", "12-26", ...(isSwiss ? ["01-02", "08-01"] : [])];
      const moving = [-2, 1, ...(isSwiss ? [39, 50] : [])];
      return [...fixed.map((day) => `${year}-${day}`), ...moving.map((after) => addDays(easter, after))];
    }),
  );
  const isClosed = (day: string) => [0, 6].includes(new Date(day).getUTCDay()) || holidays.has(day);

  test("a count never ends on a weekend or holiday, skips no bank day, and never ends earlier for a later start", () => {
    let before = "";
    const wrong = days.filter((day) => {
      const next = addWorkingDays(day, 1, calendar);
      const passed = [];
      for (let between = addDays(day, 1); between < next; between = addDays(between, 1)) passed.push(between);
      const isRight = next > day && next >= before && !isClosed(next) && passed.every(isClosed);
      before = next;
      return !isRight;
    });
    expect(wrong).toEqual([]);
  });

  test("counting in two parts equals counting once, and a higher count ends later", () => {
    const wrong = days.filter((day, index) => {
      if (index % 5 > 0) return false;
      const [one, other] = [index % 4, 1 + (index % 3)];
      const whole = addWorkingDays(day, one + other, calendar);
      const isSame = addWorkingDays(addWorkingDays(day, one, calendar), other, calendar) === whole;
      const from = isClosed(day) ? addWorkingDays(day, 1, calendar) : day;
      return !isSame || addWorkingDays(day, one + other - 1, calendar) >= whole || bankDayFrom(day, calendar) !== from;
    });
    expect(wrong).toEqual([]);
  });
});
