import { expect, test } from "vitest";
import { readMonths } from "./read-months";

test.each([
  ["", null],
  [" 24 ", 24],
  ["240", 240],
])("%j means %s months", (typed, months) => expect(readMonths(typed)).toBe(months));

test.each(["1 Jahr", "1,5", "1.5", "1e2", "2 years", "-3", "٣"])("%j is refused: it would erase customers earlier than meant", (typed) =>
  expect(readMonths(typed)).toBe(0),
);
