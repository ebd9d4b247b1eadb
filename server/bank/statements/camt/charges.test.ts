import { expect, test } from "vitest";
import { chargesWithin } from "./charges";

const eur = (cents: number) => ({ cents, currency: "EUR" });

test.each([
  ["an instructed amount below the booked one", { amounts: [eur(1_300)], instructed: "10.00 EUR", charges: ["3.00 EUR"] }, 300],
  ["the amount of the payment below the entry's", { amounts: [eur(1_000)], instructed: "", charges: [] }, 300],
  ["the amount of the payment behind the booked one", { amounts: [eur(1_300), eur(1_000)], instructed: "", charges: [] }, 300],
  ["charges alone", { amounts: [], instructed: "", charges: ["3.00 EUR"] }, 300],
  ["charges beside the booked amount", { amounts: [eur(1_300)], instructed: "", charges: ["3.00 EUR"] }, 0],
  ["an instructed amount in another currency", { amounts: [eur(1_300)], instructed: "12.00 CHF", charges: [] }, 0],
  ["an instructed amount that was booked", { amounts: [eur(1_300)], instructed: "13.00 EUR", charges: ["3.00 EUR"] }, 0],
  [
    "charges in another currency and in fractions of a cent",
    { amounts: [], instructed: "", charges: ["1.234 TND", "0.125 EUR", "-3.00 EUR"] },
    0,
  ],
  ["charges above the booked amount", { amounts: [], instructed: "", charges: ["13.00 EUR"] }, 0],
])("of 13.00, %s: the charges within are told from the debit", (_which, stated, expected) => {
  expect(chargesWithin(stated, -1_300, "EUR")).toBe(expected);
});
