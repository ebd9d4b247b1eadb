import { expect, test } from "vitest";
import { chargesWithin } from "./charges";

const eur = (cents: number) => ({ cents, currency: "EUR" });

test.each([
  ["an instructed amount below the booked one", { amounts: [eur(1_300)], instructed: "10.00 EUR", chargesCents: 300 }, 300],
  ["the amount of the payment below the entry's", { amounts: [eur(1_000)], instructed: "", chargesCents: 0 }, 300],
  ["the amount of the payment behind the booked one", { amounts: [eur(1_300), eur(1_000)], instructed: "", chargesCents: 0 }, 300],
  ["charges alone", { amounts: [], instructed: "", chargesCents: 300 }, 300],
  ["charges beside the booked amount", { amounts: [eur(1_300)], instructed: "", chargesCents: 300 }, 0],
  ["an instructed amount in another currency", { amounts: [eur(1_300)], instructed: "12.00 CHF", chargesCents: 0 }, 0],
  ["an instructed amount that was booked", { amounts: [eur(1_300)], instructed: "13.00 EUR", chargesCents: 300 }, 0],
  ["charges above the booked amount", { amounts: [], instructed: "", chargesCents: 1_300 }, 0],
])("of 13.00, %s: the charges within are told from the debit", (_which, stated, expected) => {
  expect(chargesWithin(stated, -1_300, "EUR")).toBe(expected);
});
