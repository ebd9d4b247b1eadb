import { expect, test } from "vitest";
import { stateOfAccount } from "./reading";

const reading = {
  say: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(" "),
  date: (moment: Date) => moment.toISOString().slice(0, 10),
} as Parameters<typeof stateOfAccount>[1];

test("an account was paid on the day of the last payment that was not taken back", () => {
  const line = (id: string, type: "PAYMENT-LINE" | "CHARGEBACK-LINE", day: string) => ({ id, type, date: new Date(day) });
  const account = { outstandingCents: 0, paidCents: 4_500 } as Parameters<typeof stateOfAccount>[0]["account"];
  const paid = {
    account,
    lines: [line("a", "PAYMENT-LINE", "2026-03-01"), line("b", "PAYMENT-LINE", "2026-03-05"), line("c", "CHARGEBACK-LINE", "2026-03-07")],
    paymentOfLine: { a: { id: "one", method: "bank_transfer" }, b: { id: "other", method: "ideal" }, c: { id: "other", method: "ideal" } },
    refundLineIds: [],
  } satisfies Parameters<typeof stateOfAccount>[0];
  expect(stateOfAccount(paid, reading)).toBe("due.paid 2026-03-01");
  // A refund of the second payment does not make it one that was taken back.
  expect(stateOfAccount({ ...paid, refundLineIds: ["c"] }, reading)).toBe("due.paid 2026-03-05");
});
