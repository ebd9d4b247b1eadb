import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "./account";
import { feeNamedAt, firstFeeDay, lastArrival, undueLateFeeCents } from "./late-fee";
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
  return undueLateFeeCents(lines, "p", { days: ["2027-03-15", "2027-04-03"], namedAt: on("2027-03-20") });
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

const dueDay = { days: ["2027-03-15"], namedAt: undefined };
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
  expect(undueLateFeeCents(lines, "p", dueDay)).toBe(0);
  expect(undueLateFeeCents(lines.toSpliced(2, 1), "p", dueDay)).toBe(250);
});

test("a credit of exactly the fee of a returned payment leaves the late-payment fee", () => {
  const lines = [
    line("INVOICE-LINE", 4_500, "2027-03-01"),
    line("CHARGEBACK-FEE-LINE", 750, "2027-04-03"),
    line("LATE-PAYMENT-FEE-LINE", 250, "2027-04-04"),
    line("CREDIT-LINE", -750, "2027-04-05"),
    paid("PAYMENT-LINE", 4_500),
  ];
  expect(undueLateFeeCents(lines, "p", dueDay)).toBe(250);
});

test("a discount after a fee does not keep a payment in time from taking the fee off", () => {
  const lines = [
    line("INVOICE-LINE", 4_500, "2027-03-01"),
    line("LATE-PAYMENT-FEE-LINE", 250, "2027-04-04"),
    line("CREDIT-LINE", -1_000, "2027-04-05"),
    paid("PAYMENT-LINE", 3_500),
  ];
  expect(undueLateFeeCents(lines, "p", dueDay)).toBe(250);
});

describe("an amount that was added after the reminder with the fee", () => {
  const days = ["2027-03-15", "2027-04-03"];
  const namedAt = on("2027-03-20");
  const added = (day: string) => ({ ...line("INVOICE-LINE", 1_250, day), isAdded: true });
  const undueWith = (more: ReturnType<typeof line>[], cents: number) =>
    undueLateFeeCents(
      [line("INVOICE-LINE", 4_500, "2027-03-01"), ...more, line("LATE-PAYMENT-FEE-LINE", 250, "2027-04-04"), paid("PAYMENT-LINE", cents)],
      "p",
      { days, namedAt },
    );

  test("carries no fee: who paid in time what the reminder asked for is charged none", () => {
    expect(undueWith([added("2027-03-26")], 4_500)).toBe(250);
    expect(undueWith([added("2027-04-03")], 4_500)).toBe(250);
    expect(undueWith([added("2027-03-26")], 4_400)).toBe(0);
    expect(undueWith([added("2027-03-18")], 4_500)).toBe(0);
    expect(undueWith([line("INVOICE-LINE", 1_250, "2027-03-26")], 4_500)).toBe(0);
  });

  test("is the first that a later credit takes off", () => {
    const more = [added("2027-03-26"), line("CREDIT-LINE", -1_250, "2027-03-28")];
    expect(undueWith(more, 3_250)).toBe(0);
    expect(undueWith(more, 4_500)).toBe(250);
  });
});

test("of the reminders that named a fee, the first counts, also if a later one named a later day", () => {
  const first = { graceUntil: "2027-04-03", at: on("2027-03-20") };
  const later = { graceUntil: "2027-05-20", at: on("2027-05-05") };
  expect(feeNamedAt([{ graceUntil: null, at: on("2027-03-01") }, later, first])).toEqual(first.at);
  expect(feeNamedAt([{ graceUntil: null, at: on("2027-03-01") }])).toBeUndefined();
});

test("a transfer is in time until the next day on which banks book, over Easter until Tuesday", () => {
  expect(lastArrival("2027-04-03")).toBe("2027-04-05");
  expect(lastArrival("2027-04-07")).toBe("2027-04-08");
  expect(lastArrival("2027-03-25")).toBe("2027-03-30");
});

test("a fee is charged on the day after the second bank day", () => {
  // A Saturday, a Wednesday, and Maundy Thursday.
  expect(firstFeeDay("2027-04-03")).toBe("2027-04-07");
  expect(firstFeeDay("2027-04-07")).toBe("2027-04-10");
  expect(firstFeeDay("2027-03-25")).toBe("2027-04-01");
});

test("a waived fee is never forgiven again, and no customer is owed more than was paid beyond the billed amount", () => {
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
      const undue = undueLateFeeCents(lines, "p", dueDay);
      if (after.includes(fee)) expect(undue).toBe(0);
      const withoutFee = sumOf(lines.filter(({ type }) => type !== "LATE-PAYMENT-FEE-LINE"));
      if (undue > 0) expect(sumOf(lines) - undue).toBeGreaterThanOrEqual(withoutFee);
    }),
  );
});
