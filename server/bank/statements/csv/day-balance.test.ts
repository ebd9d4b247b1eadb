import { expect, test } from "vitest";
import { DayBalance } from "./day-balance";

const none = { openingCents: null, closingCents: null };

function read(rows: [number, number | null][]) {
  const balance = new DayBalance();
  for (const [amountCents, balanceCents] of rows) balance.add({ amountCents, balanceCents });
  return balance.openingAndClosing();
}

test("a balance in each day's last entry counts, newest first and oldest first", () => {
  const newestFirst: [number, number | null][] = [
    [1_800, 5_000],
    [500, null],
    [1_800, 2_700],
    [-50, null],
  ];
  expect(read(newestFirst)).toEqual({ openingCents: 950, closingCents: 5_000 });
  expect(read(newestFirst.toReversed())).toEqual({ openingCents: 950, closingCents: 5_000 });
});

test("entries above the first balance are after it, if the newest is first", () => {
  expect(
    read([
      [100, null],
      [1_800, 5_000],
      [500, null],
      [1_800, 2_700],
    ]),
  ).toEqual({ openingCents: 900, closingCents: 5_100 });
});

test("nothing is read from one balance, contradictory ones, and those that fit both orders", () => {
  expect(
    read([
      [1_800, 5_000],
      [500, null],
    ]),
  ).toEqual(none);
  expect(
    read([
      [1_800, 5_000],
      [500, null],
      [1_800, 2_701],
    ]),
  ).toEqual(none);
  expect(
    read([
      [500, 1_000],
      [-500, null],
      [500, 1_000],
    ]),
  ).toEqual(none);
});
