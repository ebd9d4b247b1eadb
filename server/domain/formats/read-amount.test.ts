import { expect, test } from "vitest";
import { readAmount } from "./read-amount";

test.each([
  ["75", 7_500],
  ["75.5", 7_550],
  ["75,50", 7_550],
  ["1.234,50", 123_450],
  ["1,234.50", 123_450],
  ["1’234.50", 123_450],
  ["1 234,50", 123_450],
  ["1.234", 123_400],
  ["1.234.567", 123_456_700],
  ["12345678", 1_234_567_800],
  ["-15", -1_500],
  ["−15,00", -1_500],
  ["0", 0],
  ["-0", 0],
])("%s is an amount as people write it", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});

test.each(["", "-", "seventy", "1.2.3", "1,23,456", "75.5055", "€75", "1e5", "12.34,5"])("%j is no amount", (text) => {
  expect(readAmount(text)).toBeUndefined();
});
