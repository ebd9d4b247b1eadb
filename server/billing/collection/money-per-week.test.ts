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
    { monday: "2026-11-30", dueCents: 90_000, feesCents: 500 },
    { monday: "2026-12-07", dueCents: 0, feesCents: 500 },
  ]);
});

test("overdue amounts count in the current week; if nothing is outstanding, nothing is due", () => {
  expect(moneyPerWeek([{ day: "2026-10-01", cents: 90_000 }], [], "2026-11-22")).toEqual([
    { monday: "2026-11-16", dueCents: 90_000, feesCents: 0 },
  ]);
  expect(moneyPerWeek([{ day: "2026-10-01", cents: 0 }], [], "2026-11-22")).toEqual([]);
});
