import { expect, test } from "vitest";
import { billedSinceCents, overduePartCents } from "./overdue-part";

const on = (day: string) => new Date(`${day}T11:00:00Z`);
const until = "2027-03-15";
const billed = { type: "INVOICE-LINE" as const, amountCents: 4_500 };

test("a line that came with the invoice was to be paid with it, on any date of its own", () => {
  const camp = { ...billed, date: on("2027-04-20") };
  expect(overduePartCents([camp], until)).toBeNull();
  const added = { ...billed, amountCents: 1_000, date: on("2027-04-01"), isAdded: true };
  expect(overduePartCents([camp, added], until)).toBe(4_500);
});

test("an added amount was to be paid by then if it was added before, and a fee is told apart only beside a later one", () => {
  const fee = { type: "LATE-PAYMENT-FEE-LINE" as const, amountCents: 250, date: on("2027-04-01") };
  const [early, before] = [
    { ...billed, date: on("2027-03-01") },
    { ...billed, date: on("2027-03-02"), isAdded: true },
  ];
  expect(overduePartCents([early, before, fee], until)).toBeNull();
  expect(overduePartCents([early, { ...before, date: on("2027-04-02") }, fee], until)).toBe(4_500);
});

test("what was billed since a reminder is not less because a fee was waived since", () => {
  const returned = { type: "CHARGEBACK-FEE-LINE" as const, amountCents: 300, date: on("2027-03-10") };
  const added = { ...billed, amountCents: 1_000, date: on("2027-03-26"), isAdded: true };
  const credit = (amountCents: number) => ({ type: "CREDIT-LINE" as const, amountCents, date: on("2027-03-27") });
  const since = on("2027-03-20");
  expect(billedSinceCents([{ ...billed, date: on("2027-03-01") }, returned, added, credit(-300)], since)).toBe(1_000);
  expect(billedSinceCents([{ ...billed, date: on("2027-03-01") }, returned, added, credit(-400)], since)).toBe(600);
});
