import fc from "fast-check";
import { expect, test } from "vitest";
import { meaningOfSum, type SummedDebit } from "./debit-sums";

function debit(
  id: string,
  amountCents: number,
  { batchId = "b1", fileId = "f1", status = "at_bank", ...more }: Partial<SummedDebit> = {},
): SummedDebit {
  return { id, amountCents, batchId, fileId, status, ...more };
}

const collects = (...ids: string[]) => ({ kind: "collects", ids });
const unclear = { kind: "unclear" };

test("a sum collects a batch less what was rejected, or all of it", () => {
  const batch = [debit("a", 1_000), debit("b", 2_000), debit("c", 500, { status: "rejected" })];
  expect(meaningOfSum(3_000, batch)).toEqual(collects("a", "b"));
  expect(meaningOfSum(3_500, batch)).toEqual(collects("a", "b", "c"));
  expect(meaningOfSum(1_000, batch)).toEqual(unclear);
});

test("a sum collects a whole file if the bank does not book its batches", () => {
  const file = [debit("a", 1_000), debit("b", 2_000, { batchId: "b2" })];
  expect(meaningOfSum(3_000, file)).toEqual(collects("a", "b"));
  expect(meaningOfSum(2_000, file)).toEqual(collects("b"));
});

test("of batches with the same sum, only the one that the bank names is collected", () => {
  const file = [debit("a", 1_000), debit("b", 1_000, { batchId: "b2" })];
  expect(meaningOfSum(1_000, file)).toEqual(unclear);
  expect(meaningOfSum(1_000, file, (batchId) => batchId === "b2")).toEqual(collects("b"));
  expect(meaningOfSum(2_000, file, (batchId) => batchId === "b2")).toEqual(unclear);
});

test("debits that were booked one by one are not collected again", () => {
  const batch = [debit("a", 1_000, { status: "booked" }), debit("b", 2_000, { status: "returned" })];
  expect(meaningOfSum(3_000, batch)).toEqual({ kind: "repeats", ids: ["a", "b"] });
  expect(meaningOfSum(3_000, [...batch, debit("c", 500, { status: "rejected" })])).toEqual({ kind: "repeats", ids: ["a", "b"] });
  expect(meaningOfSum(2_500, [...batch, debit("c", 2_500)])).toEqual(collects("c"));
  expect(meaningOfSum(5_500, [...batch, debit("c", 2_500)])).toEqual(unclear);
});

test("a sum of which a part is booked collects the rest, also of debits that went back or were rejected meanwhile", () => {
  const begun = [debit("a", 1_000, { status: "booked", isOfSum: true }), debit("b", 2_000, { status: "returned", isOfSum: true })];
  expect(meaningOfSum(3_500, [...begun, debit("c", 500)])).toEqual(collects("a", "b", "c"));
  expect(meaningOfSum(3_500, [...begun, debit("c", 500, { status: "rejected" })])).toEqual(collects("a", "b", "c"));
  expect(meaningOfSum(3_500, [...begun, debit("c", 500, { status: "booked" })])).toEqual(unclear);
});

test("debits that a sum collects add up to the sum, once", () => {
  const statuses = fc.constantFrom("at_bank" as const, "rejected" as const, "booked" as const, "returned" as const);
  const one = fc.record({ amountCents: fc.integer({ min: 1, max: 4 }), batchId: fc.constantFrom("b1", "b2"), status: statuses });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), fc.integer({ min: 1, max: 12 }), (given, amountCents) => {
      const debits = given.map(({ amountCents: cents, ...facts }, index) => debit(`d${index}`, cents, facts));
      const meaning = meaningOfSum(amountCents, debits);
      if (meaning.kind === "unclear") return;
      const set = debits.filter(({ id }) => meaning.ids.includes(id));
      expect(new Set(meaning.ids).size).toBe(meaning.ids.length);
      expect(set.reduce((sum, { amountCents: cents }) => sum + cents, 0)).toBe(amountCents);
      const isBooked = set.map(({ status }) => status === "booked" || status === "returned");
      expect(isBooked).toEqual(isBooked.map(() => meaning.kind === "repeats"));
    }),
  );
});
