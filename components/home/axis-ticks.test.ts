import { describe, expect, test } from "vitest";
import { axisTicks } from "./axis-ticks";

describe("an axis", () => {
  test.each([
    [
      [0, 36.2],
      [0, 10, 20, 30, 40],
    ],
    [[1.7], [0, 0.5, 1, 1.5, 2]],
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[20, -0.05], [0, 10, 20, 30].slice(0, 3)],
    [
      [8, -8],
      [-10, -5, 0, 5, 10],
    ],
    [[999], [0, 500, 1000]],
  ])("of %j has the figures %j", (values, ticks) => {
    expect(axisTicks(values)).toEqual(ticks);
  });
});
