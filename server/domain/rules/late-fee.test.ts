import fc from "fast-check";
import { expect, test } from "vitest";
import { sumOf } from "./account";
import { undueLateFeeCents } from "./late-fee";
import type { LineType } from "./line-types";

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

const NONE = { paymentId: null, paymentMethod: null };
const line = (type: LineType, amountCents: number, day: string) => ({ ...NONE, type, amountCents, date: on(day) });
const paid = (type: LineType, cents: number, paymentId = "p") => ({
  ...line(type, -cents, "2027-03-15"),
  paymentId,
  paymentMethod: "external",
});

test("a fee that staff have credited is not credited again", () => {
  const lines = [
    line("INVOICE-LINE", 4_500, "2027-03-01"),
    line("LATE-PAYMENT-FEE-LINE", 250, "2027-04-04"),
    line("CREDIT-LINE", -250, "2027-04-05"),
    paid("LATE-PAYMENT-FEE-PAYMENT-LINE", 250),
    paid("PAYMENT-LINE", 4_250),
  ];
  expect(undueLateFeeCents(lines, "p", ["2027-03-15"])).toBe(0);
  expect(undueLateFeeCents(lines.toSpliced(2, 1), "p", ["2027-03-15"])).toBe(250);
});

test("a credit of exactly the fee of a returned payment leaves the late-payment fee", () => {
  const lines = [
    line("INVOICE-LINE", 4_500, "2027-03-01"),
    line("CHARGEBACK-FEE-LINE", 750, "2027-04-03"),
    line("LATE-PAYMENT-FEE-LINE", 250, "2027-04-04"),
    line("CREDIT-LINE", -750, "2027-04-05"),
    paid("PAYMENT-LINE", 4_500),
  ];
  expect(undueLateFeeCents(lines, "p", ["2027-03-15"])).toBe(250);
});

test("credits and the forgiven fee together never exceed the fee, and no customer is owed more than was paid beyond the billed amount", () => {
  const cents = fc.integer({ min: 1, max: 600 });
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 3 }), fc.array(cents, { maxLength: 3 }), fc.nat(900), (fee, before, after, more) => {
      const billed = 2_000;
      const lines = [
        line("INVOICE-LINE", billed, "2027-03-01"),
        ...before.map((each) => line("CREDIT-LINE", -each, "2027-03-02")),
        line("LATE-PAYMENT-FEE-LINE", fee, "2027-04-04"),
        ...after.map((each) => line("CREDIT-LINE", -each, "2027-04-05")),
        paid("PAYMENT-LINE", Math.max(billed - 400 + more, 1)),
      ];
      const undue = undueLateFeeCents(lines, "p", ["2027-03-15"]);
      const credited = after.reduce((sum, each) => sum + each, 0);
      expect(undue + credited).toBeLessThanOrEqual(Math.max(fee, credited));
      const withoutFee = sumOf(lines.filter(({ type }) => type !== "LATE-PAYMENT-FEE-LINE"));
      if (undue > 0) expect(sumOf(lines) - undue).toBeGreaterThanOrEqual(withoutFee);
    }),
  );
});
