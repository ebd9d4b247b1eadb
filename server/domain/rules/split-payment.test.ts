import fc from "fast-check";
import { expect, test } from "vitest";
import type { AccountLine } from "./account";
import { type PaymentPart, splitPayment } from "./split-payment";

const fees = ["LATE-PAYMENT-FEE-LINE", "CHARGEBACK-FEE-LINE", "INSTALLMENT-FEE-LINE"] as const;
const paymentOf = (fee: string) => fee.replace("FEE-LINE", "FEE-PAYMENT-LINE");

const cents = fc.integer({ min: 1, max: 100_000 });
const event = fc.oneof(
  fc.record({ type: fc.constantFrom(...fees, "INVOICE-LINE", "CHARGEBACK-LINE"), amountCents: cents }),
  fc.record({ type: fc.constant("CREDIT-LINE"), amountCents: cents.map((amount) => -amount) }),
  fc.record({ type: fc.constant("paid"), amountCents: cents }),
);

/** An account whose payments were all split by `splitPayment`. */
const account = fc
  .array(event, { maxLength: 12 })
  .map((events) =>
    events.reduce<AccountLine[]>(
      (lines, { type, amountCents }) =>
        lines.concat(type === "paid" ? splitPayment(lines, amountCents, "sdd") : [{ type: type as AccountLine["type"], amountCents }]),
      [{ type: "INVOICE-LINE", amountCents: 5_000 }],
    ),
  );

const sum = (lines: readonly AccountLine[], type?: string) =>
  lines.reduce((total, line) => total + (type === undefined || line.type === type ? line.amountCents : 0), 0);

const always = (promise: (lines: AccountLine[], amountCents: number, parts: PaymentPart<string>[]) => void) =>
  fc.assert(
    fc.property(account, cents, (lines, amountCents) => promise(lines, amountCents, splitPayment(lines, amountCents, "ideal"))),
    {
      numRuns: 500,
    },
  );

test("the parts add up to the payment, and each is below 0", () => {
  always((_, amountCents, parts) => {
    expect(sum(parts)).toBe(0 - amountCents);
    expect(parts.every((part) => part.amountCents < 0)).toBe(true);
  });
});

test("no fee is ever overpaid", () => {
  always((lines, _, parts) => {
    const after = [...lines, ...parts];
    for (const fee of fees) expect(sum(after, fee) + sum(after, paymentOf(fee))).toBeGreaterThanOrEqual(0);
  });
});

test("the rest comes last, and gets money only once the fees are paid", () => {
  always((lines, amountCents, parts) => {
    const rest = parts.findIndex(({ type }) => type === "PAYMENT-LINE");
    if (rest === -1) return;
    expect(rest).toBe(parts.length - 1);
    const dueOnFees = fees.reduce((due, fee) => due + sum(lines, fee) + sum(lines, paymentOf(fee)), 0);
    const onFees = 0 - sum(parts.slice(0, -1));
    expect(onFees).toBe(Math.min(dueOnFees, amountCents, Math.max(sum(lines), 0)));
  });
});

test("an overpayment goes to the rest", () => {
  always((lines, amountCents, parts) => {
    const surplusCents = amountCents - Math.max(sum(lines), 0);
    if (surplusCents > 0) expect(-sum(parts, "PAYMENT-LINE")).toBeGreaterThanOrEqual(surplusCents);
  });
});

test("every part has the payment method, except the payment of a chargeback fee", () => {
  always((_, __, parts) => {
    for (const { type, paymentMethod } of parts) expect(paymentMethod).toBe(type === "CHARGEBACK-FEE-PAYMENT-LINE" ? null : "ideal");
  });
});

test("fees are paid in the order in which they were charged, with one part each", () => {
  const lines: AccountLine[] = [
    { type: "INVOICE-LINE", amountCents: 1_000 },
    { type: "CHARGEBACK-FEE-LINE", amountCents: 750 },
    { type: "LATE-PAYMENT-FEE-LINE", amountCents: 500 },
    { type: "CHARGEBACK-FEE-LINE", amountCents: 300 },
    { type: "CHARGEBACK-FEE-PAYMENT-LINE", amountCents: -800 },
  ];
  expect(splitPayment(lines, 1_000, "ideal").map(({ type, amountCents }) => [type, amountCents])).toEqual([
    ["LATE-PAYMENT-FEE-PAYMENT-LINE", -500],
    ["CHARGEBACK-FEE-PAYMENT-LINE", -250],
    ["PAYMENT-LINE", -250],
  ]);
});
