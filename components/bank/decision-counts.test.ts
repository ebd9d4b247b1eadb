import { expect, test } from "vitest";
import { isOutdated, withDecision, withoutDecisions } from "./decision-counts";

const payment = { transactionId: "1" };
const setAside = withDecision(new Map(), { ...payment, seenDecisions: 0 });
const undone = withDecision(setAside, { ...payment, seenDecisions: 1 });

test("after an Undo, data is outdated until it contains the decision and its Undo", () => {
  expect([0, 1, 2, 3].map((decisions) => isOutdated(undone, "1", decisions))).toEqual([true, true, false, false]);
  expect(isOutdated(undone, "2", 0)).toBe(false);
});

test("data is not outdated by a decision that was refused or proposed", () => {
  expect(isOutdated(withoutDecisions(undone, ["2"]), "1", 1)).toBe(true);
  expect(isOutdated(withoutDecisions(undone, ["1"]), "1", 0)).toBe(false);
});
