import { expect, test } from "vitest";
import { isEndedBefore, paymentsInFile } from "./refund-file-payments";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 30, hour));
const ordered = { status: "ordered", endedAt: null } as const;
const paid = (hour: number) => ({ status: "paid", endedAt: at(hour) }) as const;
const cancelled = { status: "cancelled", endedAt: at(9) } as const;

test("a file that was never handed out has the payments that are still to be made", () => {
  expect(paymentsInFile([paid(8), ordered, cancelled], null)).toEqual([ordered]);
  expect(paymentsInFile([paid(8)], null)).toBeNull();
});

test("handed out, it stays the same, until one of its payments is made", () => {
  expect(paymentsInFile([paid(8), ordered, ordered], at(10))).toEqual([ordered, ordered]);
  expect(paymentsInFile([paid(10), ordered], at(10))).toBeNull();
  expect(paymentsInFile([paid(11), ordered], at(10))).toBeNull();
  expect(paymentsInFile([cancelled, ordered], at(10))).toEqual([ordered]);
});

test("a payment that ended before the file was handed out was not in it", () => {
  expect([paid(8), paid(10), paid(11), ordered].map((payment) => isEndedBefore(payment, at(10)))).toEqual([true, false, false, false]);
  expect(isEndedBefore(paid(8), null)).toBe(true);
});
