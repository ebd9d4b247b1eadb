import fc from "fast-check";
import { expect, test } from "vitest";
import { sumOf } from "./account";
import { type AgreedPlan, followParts, nextPart } from "./instalment-account";
import { divide } from "./instalment-parts";
import type { LineType } from "./line-types";

interface Line {
  type: LineType;
  amountCents: number;
  paymentId: string | null;
}
const days = Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, "0")}-15`);
const planOf = (totalCents: number, count: number, rest: Partial<AgreedPlan> = {}): AgreedPlan => ({
  parts: divide(totalCents, count).map((amountCents, index) => ({ amountCents, dueOn: days[index] ?? "" })),
  linesCount: 1,
  spreads: [],
  ...rest,
});
const billed: Line = { type: "INVOICE-LINE", amountCents: 9_000, paymentId: null };
const line = (type: LineType, amountCents: number, paymentId: string | null = null): Line => ({ type, amountCents, paymentId });
const paid = (cents: number, id: string) => line("PAYMENT-LINE", -cents, id);
const open = (lines: Line[], plan = planOf(9_000, 3)) => followParts(plan, [billed, ...lines]).map(({ openCents }) => openCents);

test("a payment covers parts in order, and what is too much makes the next part smaller", () => {
  expect(open([])).toEqual([3_000, 3_000, 3_000]);
  expect(open([paid(3_000, "a")])).toEqual([0, 3_000, 3_000]);
  expect(open([paid(4_000, "a")])).toEqual([0, 2_000, 3_000]);
  expect(open([paid(1_000, "a"), paid(3_000, "b")])).toEqual([0, 2_000, 3_000]);
  expect(open([paid(9_500, "a")])).toEqual([0, 0, 0]);
});

test("a chargeback of part 2 makes part 2 due again, also after part 3 was paid", () => {
  const all = [paid(3_000, "a"), paid(3_000, "b"), paid(3_000, "c")];
  expect(open([...all, line("CHARGEBACK-LINE", 3_000, "b")])).toEqual([0, 3_000, 0]);
  const again = [...all, line("CHARGEBACK-LINE", 3_000, "b"), line("CHARGEBACK-FEE-LINE", 500)];
  expect(open(again)).toEqual([0, 3_000, 500]);
  expect(nextPart(followParts(planOf(9_000, 3), [billed, ...again]))).toMatchObject({ number: 2, openCents: 3_000 });
  expect(open([...again, paid(3_000, "d")])).toEqual([0, 0, 500]);
});

test("a chargeback of a payment from before the plan is due with the last part", () => {
  expect(open([line("CHARGEBACK-LINE", 1_000, "earlier")])).toEqual([3_000, 3_000, 4_000]);
  // Also after a payment of the plan, which nobody took back.
  expect(open([paid(3_000, "a"), line("CHARGEBACK-LINE", 1_000, "earlier")])).toEqual([0, 3_000, 4_000]);
});

test("a credit takes from the last part back, and not from what is paid", () => {
  expect(open([line("CREDIT-LINE", -4_000)])).toEqual([3_000, 2_000, 0]);
  expect(open([paid(3_000, "a"), line("CREDIT-LINE", -7_000)])).toEqual([0, 0, 0]);
  expect(open([line("CREDIT-LINE", -9_000)])).toEqual([0, 0, 0]);
});

test("a missed part is spread over those behind it, with the remainder on the first of them", () => {
  const plan = planOf(9_000, 3, { spreads: [{ number: 1, linesCount: 2 }] });
  expect(open([paid(999, "a")], plan)).toEqual([0, 4_001, 4_000]);
  // The last part is not spread.
  expect(open([], planOf(9_000, 3, { spreads: [{ number: 3, linesCount: 1 }] }))).toEqual([3_000, 3_000, 3_000]);
});

const event = fc.oneof(
  fc.record({ kind: fc.constant("paid" as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant("back" as const), which: fc.nat(10) }),
  fc.record({ kind: fc.constant("credit" as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant("billed" as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant("refund" as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
  fc.record({ kind: fc.constant("spread" as const), number: fc.integer({ min: 1, max: 12 }) }),
);

test("after any events, what is open adds up to the balance, or to 0 if more was paid; no part is below 0", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000, max: 100_000 }),
      fc.integer({ min: 2, max: 12 }),
      fc.array(event, { maxLength: 20 }),
      (totalCents, count, events) => {
        const lines: Line[] = [{ ...billed, amountCents: totalCents }];
        const plan = planOf(totalCents, count);
        const taken = new Set<string>();
        events.forEach((given, index) => {
          if (given.kind === "paid") lines.push(paid(given.cents, `p${index}`));
          if (given.kind === "credit") lines.push(line("CREDIT-LINE", -given.cents));
          if (given.kind === "billed") lines.push(line("INVOICE-LINE", given.cents));
          if (given.kind === "refund") lines.push(line("CHARGEBACK-LINE", given.cents));
          if (given.kind === "spread") plan.spreads.push({ number: given.number, linesCount: lines.length });
          if (given.kind === "back") {
            const payments = lines.filter(({ type, paymentId }) => type === "PAYMENT-LINE" && !taken.has(paymentId ?? ""));
            const back = payments[given.which % Math.max(payments.length, 1)];
            if (!back?.paymentId) return;
            taken.add(back.paymentId);
            lines.push(line("CHARGEBACK-LINE", -back.amountCents, back.paymentId));
          }
          const parts = followParts(plan, lines);
          expect(parts.reduce((sum, { openCents }) => sum + openCents, 0)).toBe(Math.max(sumOf(lines), 0));
          for (const { openCents, amountCents } of parts) {
            expect(openCents).toBeGreaterThanOrEqual(0);
            expect(amountCents).toBeGreaterThanOrEqual(openCents);
          }
        });
      },
    ),
    { numRuns: 1_000 },
  );
});
