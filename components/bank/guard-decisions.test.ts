import { expect, test } from "vitest";
import { guardDecisions } from "./guard-decisions";
import type { Decision } from "./use-decisions";

const aside: Decision = { kind: "setAside", state: "noted", category: "rent" };

function given({ shownAt = 1_000, isBusy = false } = {}) {
  const made: Decision[] = [];
  const told: string[] = [];
  const guarded = { shownAt: () => shownAt, isBusy, onDecide: (decision: Decision) => made.push(decision), onTooSoon: () => told.push("") };
  return { made, told, decideOn: guardDecisions(guarded) };
}

test.each([
  ["pressed before the payment was visible", 900],
  ["the second of a double click", 1_400],
])("a press decides nothing if it is %s, and the reader is told so", (_, timeStamp) => {
  const { made, told, decideOn } = given();
  expect(decideOn({ timeStamp }, aside)).toBe(false);
  expect(made).toEqual([]);
  expect(told).toHaveLength(1);
});

test("a press decides about a payment that was visible for half a second, unless a decision is on its way", () => {
  const { made, told, decideOn } = given();
  decideOn({ timeStamp: 1_500 }, aside);
  expect(made).toEqual([aside]);
  expect(told).toEqual([]);
  const busy = given({ isBusy: true });
  busy.decideOn({ timeStamp: 1_500 }, aside);
  expect(busy.made).toEqual([]);
});
