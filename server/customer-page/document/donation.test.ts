import { expect, test } from "vitest";
import { readDonation } from "./donation";

test.each([
  ["10", "EUR", 1_000],
  ["€ 12,50", "EUR", 1_250],
  ["12.50 EUR", "EUR", 1_250],
  ["10,-", "EUR", 1_000],
  ["1.000,00 €", "EUR", 100_000],
  ["£5", "GBP", 500],
  ["CHF 1’000.–", "CHF", 100_000],
  ["Fr. 20.50", "CHF", 2_050],
] as const)("%s is a donation of %s as people write it", (typed, currency, cents) => {
  expect(readDonation(typed, currency)).toBe(cents);
});

test.each(["", "€", "ten", "£10", "10 CHF"])("%j is no donation in euros", (typed) => {
  expect(readDonation(typed, "EUR")).toBeUndefined();
});
