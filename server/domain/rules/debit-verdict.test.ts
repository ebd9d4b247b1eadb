import { describe, expect, test } from "vitest";
import {
  type AnsweredDebit,
  contradictionOf,
  countUnknown,
  isEndedByReport,
  isVerdictReplaced,
  type RecordedVerdict,
  verdictsOf,
} from "./debit-verdict";

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
    expect(verdictsOf(report, [debit])(debit)?.verdict ?? null).toEqual(expected);
  });

  test.each([
    ["one debit, if it lists it", { verdict: null, parts: [part("b1", { payments: [payment("e1")] })] }, { isOwn: true, debitsCount: 1 }],
    [
      "all of a batch",
      { verdict: verdict("accepted"), parts: [part("B1", { verdict: verdict("rejected") })] },
      { isOwn: false, debitsCount: 2 },
    ],
    ["all of the file", { verdict: verdict("rejected"), parts: [] }, { isOwn: false, debitsCount: 3 }],
    [
      "all of the file, named in place of a batch",
      { verdict: null, parts: [part("b1", { verdict: verdict("accepted") }), part("m1", { verdict: verdict("rejected") })] },
      { isOwn: false, debitsCount: 3 },
    ],
  ])("is about %s", (_which, report, expected) => {
    const inFile = [debit, { ...debit, endToEndId: "e2" }, { ...debit, endToEndId: "e3", batchId: "b2" }];
    expect(verdictsOf(report, inFile)(debit)).toMatchObject(expected);
  });
});

test("payments of other ids or amounts are none of the debits", () => {
  const payments = [payment("E1"), payment("e1", { amountCents: 1_000 }), payment("e1", { amountCents: 999 }), payment("e2"), payment("")];
  expect(countUnknown({ verdict: null, parts: [part("b1", { payments }), part("b2", { payments })] }, [debit])).toBe(6);
});

const answered = (status: AnsweredDebit["status"], reportStatus: AnsweredDebit["reportStatus"], reasonCode: string | null = null) => ({
  ...{ status, reportStatus, reasonCode },
});

const own = { isOwn: true, debitsCount: 1 };

test("a rejection that lists a debit ends it at the bank, unless it rejects a second copy", () => {
  for (const reason of ["AC04", "FF01", "MS03", "XX99", null])
    expect(isEndedByReport(answered("at_bank", "rejected", reason), own)).toBe(true);
  expect(isEndedByReport(answered("at_bank", "rejected", "AM05"), own)).toBe(false);
  expect(isEndedByReport(answered("at_bank", "accepted"), own)).toBe(false);
  for (const status of ["planned", "booked", "rejected", "returned", "cancelled"] as const)
    expect(isEndedByReport(answered(status, "rejected", "AC04"), own)).toBe(false);
});

test("a rejection of a whole file or batch ends the only debit of it, for a reason of the payer's, and no others", () => {
  const alone = { isOwn: false, debitsCount: 1 };
  for (const reason of ["AC04", "AM04", "MD01", "MD06", "MD07"])
    expect(isEndedByReport(answered("at_bank", "rejected", reason), alone), reason).toBe(true);
  for (const reason of ["FF01", "DT01", "RR03", "AM03", "AM05", "MS03", "ED05", "CUST", "XX99", "", null])
    expect(isEndedByReport(answered("at_bank", "rejected", reason), alone), `${reason}`).toBe(false);
  expect(isEndedByReport(answered("at_bank", "rejected", "AC04"), { isOwn: false, debitsCount: 2 })).toBe(false);
});

const noon = new Date("2026-11-26T12:00:00Z");
const earlier = new Date("2026-11-26T11:00:00Z");
const later = new Date("2026-11-26T13:00:00Z");
const recorded = (reportStatus: RecordedVerdict["reportStatus"], facts: Partial<RecordedVerdict> = {}): RecordedVerdict => ({
  ...{ reportStatus, reasonCode: null, reportedAt: noon, isReportOwn: false, ...facts },
});
const ofFile = (status: "accepted" | "executed" | "rejected", code = "") => ({ verdict: verdict(status, code), isOwn: false });
const ofDebit = (status: "accepted" | "executed" | "rejected", code = "") => ({ verdict: verdict(status, code), isOwn: true });

test.each([
  ["the first one counts", recorded(null, { reportedAt: null }), later, ofFile("accepted"), false],
  ["a newer one counts", recorded("accepted"), later, ofFile("rejected"), false],
  ["an older one does not", recorded("accepted"), earlier, ofFile("rejected"), true],
  ["an older acceptance of the debit does not", recorded("rejected"), earlier, ofDebit("accepted"), true],
  [
    "an older rejection of the debit counts against the file's acceptance",
    recorded("accepted"),
    earlier,
    ofDebit("rejected", "AC04"),
    false,
  ],
  ["an older copy of the debit does not", recorded("accepted"), earlier, ofDebit("rejected", "AM05"), true],
  ["an older rejection of the debit does not count against a collection", recorded("executed"), earlier, ofDebit("rejected"), true],
  [
    "an older rejection of the debit does not count against its own acceptance",
    recorded("accepted", { isReportOwn: true }),
    earlier,
    ofDebit("rejected"),
    true,
  ],
  [
    "the file's acceptance does not count against the debit's rejection",
    recorded("rejected", { isReportOwn: true }),
    later,
    ofFile("accepted"),
    true,
  ],
  ["the file's collection counts against it", recorded("rejected", { isReportOwn: true }), later, ofFile("executed"), false],
  ["the debit's own acceptance counts against it", recorded("rejected", { isReportOwn: true }), later, ofDebit("accepted"), false],
  ["a copy does not count after a rejection", recorded("rejected", { reasonCode: "FF01" }), later, ofFile("rejected", "AM05"), true],
  ["a rejection counts after a copy's", recorded("rejected", { reasonCode: "AM05" }), later, ofFile("rejected", "FF01"), false],
] as const)("of two verdicts, %s", (_which, before, saidAt, found, expected) => {
  expect(isVerdictReplaced(before, saidAt, found)).toBe(expected);
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
