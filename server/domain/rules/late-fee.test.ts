import { expect, test } from "vitest";
import { undueLateFeeCents } from "./late-fee";

const on = (day: string) => new Date(`${day}T11:00:00Z`);

/** Returns what is not owed of a fee of 5.00 after 45.00 were paid, in cents. The last day without the fee was Saturday, 3 April 2027. */
function undueAfter(day: string, paymentMethod: "bank_transfer" | "credit_card" | "external"): number {
  const none = { paymentId: null, paymentMethod: null };
  const lines = [
    { ...none, type: "INVOICE-LINE" as const, amountCents: 4_500, date: on("2027-03-01") },
    { ...none, type: "LATE-PAYMENT-FEE-LINE" as const, amountCents: 500, date: on("2027-04-04") },
    { type: "PAYMENT-LINE" as const, amountCents: -4_500, date: on(day), paymentId: "p", paymentMethod },
  ];
  return undueLateFeeCents(lines, "p", ["2027-03-15", "2027-04-03"]);
}

test("a transfer ordered on the last free day, which arrives on the next bank day, is in time; a day later it is not", () => {
  expect(undueAfter("2027-04-05", "bank_transfer")).toBe(500);
  expect(undueAfter("2027-04-06", "bank_transfer")).toBe(0);
});

test("payments whose day is the customer's own are in time until the last free day", () => {
  for (const method of ["credit_card", "external"] as const) {
    expect(undueAfter("2027-04-03", method)).toBe(500);
    expect(undueAfter("2027-04-05", method)).toBe(0);
  }
});
