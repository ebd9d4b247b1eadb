import fc from "fast-check";
import { expect, test } from "vitest";
import { sumOf } from "./account";
import { type AgreedPlan, dueNowCents, followParts, isPartPaidBy, nextPart, type PlanLine } from "./instalment-account";
import { divide } from "./instalment-parts";
import type { LineType } from "./line-types";

const days = Array.from({ length: 12 }, (_, index) => `2027-${String(index + 1).padStart(2, "0")}-15`);
const planOf = (totalCents: number, count: number, rest: Partial<AgreedPlan> = {}): AgreedPlan => ({
  parts: divide(totalCents, count).map((amountCents, index) => ({ amountCents, dueOn: days[index] ?? "" })),
  linesCount: 1,
  spreads: [],
  dueDays: 14,
  ...rest,
});
/** The plan is agreed on in January 2027, and its parts are due on the 15th of each month from then on. */
const line = (type: LineType, amountCents: number, paymentId: string | null = null, day = "2027-01-02"): PlanLine => ({
  ...{ type, amountCents, paymentId },
  date: new Date(`${day}T09:00:00Z`),
});
const billed = line("INVOICE-LINE", 9_000);
const paid = (cents: number, id: string, day?: string) => line("PAYMENT-LINE", -cents, id, day);
const open = (lines: PlanLine[], plan = planOf(9_000, 3)) => followParts(plan, [billed, ...lines]).map(({ openCents }) => openCents);

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
  const again = [...all, line("CHARGEBACK-LINE", 3_000, "b"), line("CHARGEBACK-FEE-LINE", 500, null, "2027-03-20")];
  expect(open(again)).toEqual([0, 3_000, 0, 500]);
  expect(nextPart(followParts(planOf(9_000, 3), [billed, ...again]))).toMatchObject({ number: 2, openCents: 3_000 });
  expect(open([...again, paid(3_000, "d")])).toEqual([0, 0, 0, 500]);
});

test("an amount on top is due with the last part while there is time to pay it; otherwise it is a part of its own with the days to pay", () => {
  expect(open([line("INVOICE-LINE", 2_000)])).toEqual([3_000, 3_000, 5_000]);
  const late = followParts(planOf(9_000, 3), [billed, line("INVOICE-LINE", 2_000, null, "2027-03-10")]);
  expect(late.map(({ openCents, dueOn }) => `${openCents} ${dueOn}`).slice(2)).toEqual(["3000 2027-03-15", "2000 2027-03-24"]);
  const all = [paid(3_000, "a"), paid(3_000, "b"), paid(3_000, "c")];
  const kept = followParts(planOf(9_000, 3), [billed, ...all, line("INVOICE-LINE", 2_000, null, "2027-06-20")]);
  expect(nextPart(kept)).toEqual({ number: 4, dueOn: "2027-07-04", amountCents: 2_000, openCents: 2_000, reopened: 0 });
});

test("a rest below 1.00 is asked for with the next part", () => {
  const plan = planOf(10_000, 3);
  const total = line("INVOICE-LINE", 10_000);
  const after = (...lines: PlanLine[]) => followParts(plan, [total, ...lines]).map(({ openCents }) => openCents);
  expect(after(paid(3_333, "a"))).toEqual([0, 3_334, 3_333]);
  expect(after(paid(3_333, "a"), paid(3_333, "b"))).toEqual([0, 0, 3_334]);
  expect(after(paid(3_333, "a"), paid(3_333, "b"), paid(3_333, "c"))).toEqual([0, 0, 1]);
  expect(after(paid(3_234, "a"))).toEqual([100, 3_333, 3_333]);
});

test("a booking that was undone counts as if it had never been", () => {
  const undone: PlanLine = { ...line("CHARGEBACK-LINE", 3_000, "a"), isUndone: true };
  const parts = followParts(planOf(9_000, 3), [billed, paid(3_000, "a"), paid(3_000, "b"), undone]);
  expect(parts.map(({ openCents, reopened }) => [openCents, reopened])).toEqual([
    [0, 0],
    [3_000, 0],
    [3_000, 0],
  ]);
  expect(open([{ ...line("CHARGEBACK-LINE", 1_000, "earlier"), isUndone: true }])).toEqual([3_000, 3_000, 4_000]);
});

test("the return of a payment from before the plan opens no paid part; that of one towards a part counts, however small it was", () => {
  expect(open([paid(3_000, "a"), line("CHARGEBACK-LINE", 1_000, "earlier")])).toEqual([0, 3_000, 4_000]);
  const part = followParts(planOf(9_000, 3), [billed, paid(1_000, "a"), line("CHARGEBACK-LINE", 1_000, "a")])[0];
  expect(part).toMatchObject({ openCents: 3_000, reopened: 1 });
});

test("only the next part is to be paid now, also once the days of others have come", () => {
  expect(dueNowCents(followParts(planOf(9_000, 3), [billed]))).toBe(3_000);
  expect(dueNowCents(followParts(planOf(9_000, 3), [billed, paid(9_000, "a")]))).toBe(0);
});

test("a part is paid in time by payments of the last day, and by transfers that arrive on the next bank day", () => {
  // Friday.
  const lastOn = "2027-01-29";
  const isPaid = (day: string, method: string | null, cents = 3_000) =>
    isPartPaidBy(
      planOf(9_000, 3),
      [billed, paid(cents, "a", day)].map((each) => ({ ...each, method })),
      1,
      lastOn,
    );
  expect(isPaid("2027-01-29", "ideal")).toBe(true);
  expect(isPaid("2027-02-01", "ideal")).toBe(false);
  expect(isPaid("2027-02-01", "bank_transfer")).toBe(true);
  expect(isPaid("2027-02-02", "bank_transfer")).toBe(false);
  expect(isPaid("2027-01-29", "ideal", 2_900)).toBe(false);
  expect(isPaid("2027-01-29", "ideal", 2_901)).toBe(true);
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
  fc.record({ kind: fc.constant("back" as const), which: fc.nat(10), isUndone: fc.boolean() }),
  fc.record({ kind: fc.constant("credit" as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ kind: fc.constant("billed" as const), cents: fc.integer({ min: 1, max: 20_000 }), on: fc.constantFrom(...days) }),
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
        const lines: PlanLine[] = [{ ...billed, amountCents: totalCents }];
        const plan = planOf(totalCents, count);
        const taken = new Set<string>();
        events.forEach((given, index) => {
          if (given.kind === "paid") lines.push(paid(given.cents, `p${index}`));
          if (given.kind === "credit") lines.push(line("CREDIT-LINE", -given.cents));
          if (given.kind === "billed") lines.push(line("INVOICE-LINE", given.cents, null, given.on));
          if (given.kind === "refund") lines.push(line("CHARGEBACK-LINE", given.cents));
          if (given.kind === "spread") plan.spreads.push({ number: given.number, linesCount: lines.length });
          if (given.kind === "back") {
            const payments = lines.filter(({ type, paymentId }) => type === "PAYMENT-LINE" && !taken.has(paymentId ?? ""));
            const back = payments[given.which % Math.max(payments.length, 1)];
            if (!back?.paymentId) return;
            taken.add(back.paymentId);
            lines.push({ ...line("CHARGEBACK-LINE", -back.amountCents, back.paymentId), isUndone: given.isUndone });
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
