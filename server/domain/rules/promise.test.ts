import { expect, test } from "vitest";
import { promisableDays, stateOfPromise, waitsUntil } from "./promise";

test("the days that can be promised are after today and after the last day to pay in time, within what the company sets", () => {
  // Overdue, due today, due soon, and so far ahead that nobody needs a promise.
  expect(promisableDays("2026-12-10", "2026-12-01", 14)).toEqual({ from: "2026-12-11", to: "2026-12-24" });
  expect(promisableDays("2026-12-10", "2026-12-10", 1)).toEqual({ from: "2026-12-11", to: "2026-12-11" });
  expect(promisableDays("2026-12-10", "2026-12-20", 14)).toEqual({ from: "2026-12-21", to: "2026-12-24" });
  expect(promisableDays("2026-12-10", "2026-12-24", 14)).toBeNull();
});

test("no reminder comes before a transfer that is ordered on the promised day has arrived", () => {
  expect(waitsUntil("2026-12-09")).toBe("2026-12-10");
  // Friday, and the day before Christmas, which is a Thursday: banks book again on Monday.
  expect(waitsUntil("2026-12-11")).toBe("2026-12-14");
  expect(waitsUntil("2026-12-24")).toBe("2026-12-28");
});

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const billed = { type: "INVOICE-LINE", amountCents: 4_500, date: at("2026-11-01") } as const;
const paid = (day: string, amountCents = -4_500) => ({ type: "PAYMENT-LINE", amountCents, date: at(day) }) as const;
const promise = { promisedOn: "2026-12-09", until: "2026-12-10", isWithdrawn: false, createdAt: at("2026-12-02") };

test.each([
  ["waiting", [billed], "2026-12-10"],
  ["waiting", [billed, paid("2026-12-05", -4_400)], "2026-12-10"],
  ["missed", [billed], "2026-12-11"],
  ["missed", [billed, paid("2026-12-05", -4_400)], "2026-12-11"],
  // Paid too late, even though nothing is left now.
  ["missed", [billed, paid("2026-12-11")], "2026-12-12"],
  ["kept", [billed, paid("2026-12-10")], "2026-12-10"],
  // Booked later, with the bank's day.
  ["kept", [billed, paid("2026-12-10")], "2026-12-15"],
  // Later bills and chargebacks were not promised.
  ["kept", [billed, paid("2026-12-09"), { ...billed, date: at("2026-12-20"), isAdded: true }], "2026-12-21"],
  ["kept", [billed, paid("2026-12-09"), { ...billed, date: at("2026-12-03"), isAdded: true }], "2026-12-21"],
  ["missed", [billed, paid("2026-12-09"), { ...billed, date: at("2026-12-01"), isAdded: true }], "2026-12-21"],
  ["kept", [billed, paid("2026-12-09"), { type: "CHARGEBACK-LINE", amountCents: 4_500, date: at("2026-12-20") }], "2026-12-21"],
] as const)("a promise is %s: %j on %s", (state, lines, today) => {
  expect(stateOfPromise(promise, lines, today)).toBe(state);
  expect(stateOfPromise({ ...promise, isWithdrawn: true }, lines, today)).toBe("withdrawn");
});
