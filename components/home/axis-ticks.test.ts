import { describe, expect, test } from "vitest";
import { axisTicks, formatTick } from "./axis-ticks";

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

test("the values of an axis of small sums differ, in the reader's way of writing", () => {
  expect(axisTicks([0.16]).map((value) => formatTick(value, "en-IE"))).toEqual(["0", "0.05", "0.1", "0.15", "0.2"]);
  expect(axisTicks([0.016]).map((value) => formatTick(value, "de-DE"))).toEqual(["0", "0,005", "0,01", "0,015", "0,02"]);
  expect([36.24, 1.55, -2].map((value) => formatTick(value, "en-GB"))).toEqual(["36.2", "1.6", "−2"]);
});
