import { expect, test } from "vitest";
import { moneyPerWeek } from "./money-per-week";

const fees = [
  { day: "2026-12-06", amountCents: 500 },
  { day: "2026-12-07", amountCents: 250 },
  { day: "2026-12-08", amountCents: 0 },
  { day: "2026-12-13", amountCents: 250 },
];

test("amounts count in the week of their due day and fees in the week they are charged, from Monday to Sunday", () => {
  expect(moneyPerWeek([{ day: "2026-11-30", cents: 90_000 }], fees, "2026-11-22")).toEqual([
    { monday: "2026-11-30", dueCents: 90_000, feesCents: 500, dueDays: ["2026-11-30"], debitDays: [] },
    { monday: "2026-12-07", dueCents: 0, feesCents: 500, dueDays: [], debitDays: [] },
  ]);
});

test("overdue amounts count in the current week; if nothing is outstanding, nothing is due", () => {
  expect(moneyPerWeek([{ day: "2026-10-01", cents: 90_000 }], [], "2026-11-22")).toEqual([
    { monday: "2026-11-16", dueCents: 90_000, feesCents: 0, dueDays: ["2026-10-01"], debitDays: [] },
  ]);
  expect(moneyPerWeek([{ day: "2026-10-01", cents: 0 }], [], "2026-11-22")).toEqual([]);
});

test("each week has its own days, those of direct debits apart", () => {
  const due = [
    { day: "2026-12-03", cents: 200 },
    { day: "2026-12-02", cents: 100, isDebited: true },
    { day: "2026-12-01", cents: 300 },
    { day: "2026-12-03", cents: 400 },
    { day: "2026-12-08", cents: 500, isDebited: true },
  ];
  expect(moneyPerWeek(due, [], "2026-11-22")).toEqual([
    { monday: "2026-11-30", dueCents: 1_000, feesCents: 0, dueDays: ["2026-12-01", "2026-12-03"], debitDays: ["2026-12-02"] },
    { monday: "2026-12-07", dueCents: 500, feesCents: 0, dueDays: [], debitDays: ["2026-12-08"] },
  ]);
});
