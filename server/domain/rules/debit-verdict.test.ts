import { describe, expect, test } from "vitest";
import { type AnsweredDebit, contradictionOf, countUnknown, isEndedByReport, verdictsOf } from "./debit-verdict";

const debit = { endToEndId: "e1", batchId: "b1", messageId: "m1", amountCents: 1_000 };

function verdict(status: "pending" | "accepted" | "partly" | "executed" | "rejected", reasonCode = "") {
  return { status, nameCheck: null, reasonCode };
}

function part(id: string, facts: { verdict?: ReturnType<typeof verdict>; payments?: Payment[] } = {}) {
  return { id, verdict: null, payments: [], ...facts };
}

interface Payment {
  endToEndId: string;
  amountCents: number | null;
  verdict: ReturnType<typeof verdict> | null;
}

function payment(endToEndId: string, facts: Partial<Payment> = {}): Payment {
  return { endToEndId, amountCents: null, verdict: verdict("rejected", "AM04"), ...facts };
}

describe("the verdict about a debit", () => {
  test.each([
    ["of the file without payments", { verdict: verdict("rejected"), parts: [] }, verdict("rejected")],
    [
      "of its batch before the file's",
      { verdict: verdict("accepted"), parts: [part("B1", { verdict: verdict("rejected") })] },
      verdict("rejected"),
    ],
    [
      "of the file, if only another batch has one",
      { verdict: verdict("accepted"), parts: [part("b2", { verdict: verdict("rejected") })] },
      verdict("accepted"),
    ],
    [
      "of the file's id in place of a batch's",
      { verdict: null, parts: [part("M1", { verdict: verdict("accepted") })] },
      verdict("accepted"),
    ],
    [
      "its own before its batch's",
      { verdict: null, parts: [part("b1", { verdict: verdict("accepted"), payments: [payment("E1")] })] },
      verdict("rejected", "AM04"),
    ],
    [
      "the later one of its batch's and the file's",
      {
        verdict: null,
        parts: [part("b1", { verdict: verdict("accepted") }), part("b1"), part("m1", { verdict: verdict("rejected") }), part("b2")],
      },
      verdict("rejected"),
    ],
    [
      "its own, the last one with its amount",
      {
        verdict: null,
        parts: [
          part("b1", { payments: [payment("e1", { verdict: verdict("accepted"), amountCents: 1_000 })] }),
          part("b2", { payments: [payment("e1", { amountCents: 999 })] }),
        ],
      },
      verdict("accepted"),
    ],
    [
      "its own in a batch that is not named",
      { verdict: verdict("partly"), parts: [part("", { payments: [payment("e1")] })] },
      verdict("rejected", "AM04"),
    ],
    [
      "none, if a part of the file was accepted and it is not listed",
      { verdict: verdict("partly"), parts: [part("b1", { payments: [payment("e2")] })] },
      null,
    ],
    [
      "none, if a part of its batch was accepted and it is not listed",
      { verdict: verdict("rejected"), parts: [part("b1", { verdict: verdict("partly"), payments: [payment("e2")] })] },
      null,
    ],
    [
      "none, if a payment with its id has another amount",
      { verdict: null, parts: [part("b1", { payments: [payment("e1", { amountCents: 999 })] })] },
      null,
    ],
    [
      "its own with its amount",
      { verdict: null, parts: [part("b1", { payments: [payment("e1", { amountCents: 1_000 })] })] },
      verdict("rejected", "AM04"),
    ],
  ])("is %s", (_which, report, expected) => {
    expect(verdictsOf(report)(debit)).toEqual(expected);
  });
});

test("payments of other ids or amounts are none of the debits", () => {
  const payments = [payment("E1"), payment("e1", { amountCents: 1_000 }), payment("e1", { amountCents: 999 }), payment("e2"), payment("")];
  expect(countUnknown({ verdict: null, parts: [part("b1", { payments }), part("b2", { payments })] }, [debit])).toBe(6);
});

const answered = (status: AnsweredDebit["status"], reportStatus: AnsweredDebit["reportStatus"], reasonCode: string | null = null) => ({
  ...{ status, reportStatus, reasonCode },
});

test("a rejection ends a debit at the bank, unless it rejects a second copy", () => {
  expect(isEndedByReport(answered("at_bank", "rejected", "AC04"))).toBe(true);
  expect(isEndedByReport(answered("at_bank", "rejected", "AM05"))).toBe(false);
  expect(isEndedByReport(answered("at_bank", "accepted"))).toBe(false);
  for (const status of ["planned", "booked", "rejected", "returned", "cancelled"] as const)
    expect(isEndedByReport(answered(status, "rejected", "AC04"))).toBe(false);
});

test.each([
  [answered("at_bank", "rejected", "AM05"), "duplicate"],
  [answered("rejected", "accepted"), "ended"],
  [answered("rejected", "executed"), "ended"],
  [answered("booked", "rejected", "AC04"), null],
  [answered("returned", "rejected", "AC04"), null],
  [answered("rejected", "rejected", "AC04"), null],
  [answered("rejected", "pending"), null],
  [answered("at_bank", "accepted"), null],
  [answered("booked", null), null],
])("%o contradicts by: %s", (given, expected) => {
  expect(contradictionOf(given)).toBe(expected);
});
