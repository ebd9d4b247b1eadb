import { describe, expect, test } from "vitest";
import type { AgreedPlan, PlanLine } from "./instalment-account";
import { type DebitOfPart, followDebits } from "./instalment-debits";

const plan: AgreedPlan = {
  parts: [
    { dueOn: "2026-12-14", amountCents: 3_334 },
    { dueOn: "2027-01-14", amountCents: 3_333 },
    { dueOn: "2027-02-15", amountCents: 3_333 },
  ],
  ...{ linesCount: 1, spreads: [], dueDays: 14 },
};
const at = new Date("2026-12-01T12:00:00Z");
const billed: PlanLine = { type: "INVOICE-LINE", amountCents: 10_000, date: at };
const paid = (cents: number, paymentId: string): PlanLine => ({ type: "PAYMENT-LINE", amountCents: -cents, date: at, paymentId });
const returned = (cents: number, paymentId: string): PlanLine => ({ type: "CHARGEBACK-LINE", amountCents: cents, date: at, paymentId });
const credit = (cents: number): PlanLine => ({ type: "CREDIT-LINE", amountCents: -cents, date: at });
const added = (cents: number): PlanLine => ({ type: "INVOICE-LINE", amountCents: cents, date: at });

/** The debits of these parts, which are agreed ones. `p`: in a file. */
function debitsOf(...numbers: (1 | 2 | 3 | "1p" | "2p" | "3p")[]): DebitOfPart[] {
  return numbers.map((each) => {
    const number = Number(String(each)[0]);
    return { number, amountCents: plan.parts[number - 1]?.amountCents ?? 0, status: String(each).endsWith("p") ? "pending" : "scheduled" };
  });
}

/** The amounts of the debits that are left in no file, by part, in cents; `over` once the plan goes on by transfer. */
function left(lines: PlanLine[], debits: DebitOfPart[]) {
  const { isOver, cents } = followDebits(plan, [billed, ...lines], debits);
  return isOver ? "over" : Object.fromEntries(cents);
}

describe("the debits of a plan", () => {
  test("collect their parts, also while others are at the bank or booked", () => {
    expect(left([], debitsOf(1, 2, 3))).toEqual({ 1: 3_334, 2: 3_333, 3: 3_333 });
    expect(left([], debitsOf("1p", "2p", 3))).toEqual({ 3: 3_333 });
    expect(left([paid(3_334, "a")], debitsOf(2, 3))).toEqual({ 2: 3_333, 3: 3_333 });
  });

  test("are lowered from the last one back by a credit, and from the first one on by a payment", () => {
    expect(left([credit(4_000)], debitsOf(1, 2, 3))).toEqual({ 1: 3_334, 2: 2_666, 3: 0 });
    expect(left([paid(4_000, "a")], debitsOf(1, 2, 3))).toEqual({ 1: 0, 2: 2_667, 3: 3_333 });
  });

  test("leave to the next one what a payment beside a debit at the bank has paid", () => {
    expect(left([paid(3_334, "a")], debitsOf("1p", 2, 3))).toEqual({ 2: 0, 3: 3_332 });
  });

  test("count one at the bank for its own part: an earlier one that is still planned goes on, and so does the plan", () => {
    expect(left([], debitsOf(1, "2p", 3))).toEqual({ 1: 3_334, 3: 3_333 });
    expect(left([], debitsOf(1, 2, "3p"))).toEqual({ 1: 3_334, 2: 3_333 });
    // The bank has booked the second one, which pays the first part.
    expect(left([paid(3_333, "b")], debitsOf("1p", 3))).toEqual({ 3: 3_333 });
    expect(left([], debitsOf("2p", 3))).toBe("over");
  });

  test("never collect more than was announced: an amount on top is left", () => {
    expect(left([added(2_000)], debitsOf(1, 2, 3))).toEqual({ 1: 3_334, 2: 3_333, 3: 3_333 });
    expect(left([paid(3_334, "a"), paid(3_333, "b"), added(2_000)], debitsOf(3))).toEqual({ 3: 3_333 });
  });

  test("are over once a part is open that none collects: it was rejected, returned or taken out", () => {
    expect(left([], debitsOf(2, 3))).toBe("over");
    expect(left([paid(3_334, "a"), returned(3_334, "a")], debitsOf(2, 3))).toBe("over");
    expect(left([paid(3_334, "a"), paid(3_333, "b"), returned(3_333, "b")], debitsOf(3))).toBe("over");
  });

  test("go on beside a rest that is not asked for", () => {
    expect(left([paid(3_300, "a")], debitsOf(2, 3))).toEqual({ 2: 3_333, 3: 3_333 });
  });
});

test("what debits at the bank and planned ones collect together never exceeds the balance, nor the announcement", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 2_000; round += 1) {
    const lines = Array.from({ length: random(4) }, (_, index) => {
      const cents = 1 + random(4_000);
      return [paid(cents, `p${index}`), credit(cents), added(cents)][random(3)] ?? credit(cents);
    });
    const statuses = [1, 2, 3].map(
      (number): DebitOfPart => ({
        number,
        amountCents: 1 + random(plan.parts[number - 1]?.amountCents ?? 0),
        status: random(2) ? "pending" : "scheduled",
      }),
    );
    const debits = statuses.filter(() => random(5) > 0);
    const { cents } = followDebits(plan, [billed, ...lines], debits);
    const balance = [billed, ...lines].reduce((sum, { amountCents }) => sum + amountCents, 0);
    const atBank = debits.reduce((sum, { status, amountCents }) => sum + (status === "pending" ? amountCents : 0), 0);
    const planned = [...cents.values()].reduce((sum, each) => sum + each, 0);
    expect(planned).toBeLessThanOrEqual(Math.max(0, balance - atBank));
    for (const { number, amountCents } of debits) expect(cents.get(number) ?? 0).toBeLessThanOrEqual(amountCents);
  }
});
