import { expect, test } from "vitest";
import { isScenarioFault, LONGEST_SCENARIO, readScenario } from "./scenario";

test("a scenario has one setting in each line, comments, and defaults for what is left out", () => {
  const read = readScenario(`
# A season of a rowing club
days: 120
pay_in_time : 70 %   # most
pay_late: 20%
returned: AM04 4 %, MD06 1 %
debits_booked: as_sum
`);
  expect(read).toMatchObject({
    ...{ days: 120, pay_in_time: 70, pay_late: 20, ask: 0, debits_booked: "as_sum", debit_files: "made", return_notices: "no" },
    returned: [
      { code: "AM04", percent: 4 },
      { code: "MD06", percent: 1 },
    ],
  });
});

test.each([
  ["days 12", { line: 1, reason: "no_setting", found: "days 12" }],
  ["days: 12\nDays: 3", { line: 2, reason: "no_setting", found: "Days: 3" }],
  ["days: 12\r\nrain: 3 %", { line: 2, reason: "unknown_name", name: "rain" }],
  ["days: 12\n\n# again\ndays: 13", { line: 4, reason: "given_twice", name: "days" }],
  ["days: 0", { line: 1, reason: "not_days", found: "0" }],
  ["days: 401", { line: 1, reason: "not_days", found: "401" }],
  ["days: 1.5", { line: 1, reason: "not_days", found: "1.5" }],
  ["days: 9\nask: 101 %", { line: 2, reason: "not_a_share", name: "ask", found: "101 %" }],
  ["days: 9\nask: 0.5", { line: 2, reason: "not_a_share", found: "0.5" }],
  ["days: 9\nreturned: AM04", { line: 2, reason: "not_codes", found: "AM04" }],
  ["days: 9\nreturned: AM04 1 %, AM04 2 %", { line: 2, reason: "not_codes" }],
  ["days: 9\nreturned: am04 1 %", { line: 2, reason: "not_codes" }],
  ["days: 9\ndebit_files: maybe", { line: 2, reason: "not_a_choice", name: "debit_files", found: "maybe" }],
  ["days: 9\npay_late: 60 %\npay_in_time: 41 %", { line: 3, reason: "above_hundred", found: "101 %" }],
  ["days: 9\nrejected: AC04 60 %\nreturned: AM04 41 %", { line: 3, reason: "above_hundred", found: "101 %" }],
  ["ask: 5 %\n", { line: 2, reason: "days_missing" }],
  ["days: 9\n# a\0b", { line: 2, reason: "no_setting" }],
  ["days: 9\nconstructor: 1 %", { line: 2, reason: "unknown_name", name: "constructor" }],
  [`days: 9 # ${"x".repeat(LONGEST_SCENARIO)}`, { reason: "too_long" }],
])("names line and reason of the fault in %j", (text, fault) => {
  const read = readScenario(text);
  expect(isScenarioFault(read)).toBe(true);
  expect(read).toMatchObject(fault);
});
