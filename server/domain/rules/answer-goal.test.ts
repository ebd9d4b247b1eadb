import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "@/server/domain/formats/time";
import { urgencies, urgencyOf } from "./answer-goal";

test("a longer wait is never less urgent", () => {
  const wait = fc.integer({ min: 0, max: 30 * DAY_MS });
  fc.assert(
    fc.property(wait, wait, (one, other) => {
      const [shorter, longer] = [Math.min(one, other), Math.max(one, other)];
      expect(urgencies.indexOf(urgencyOf(longer))).toBeGreaterThanOrEqual(urgencies.indexOf(urgencyOf(shorter)));
    }),
  );
  expect([1, 2, 13].map((days) => urgencyOf(days * DAY_MS))).toEqual(["in_time", "late", "urgent"]);
});
