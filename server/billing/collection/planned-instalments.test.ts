import { describe, expect, test } from "vitest";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { PART_DUE, PART_MISSED, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { billed, invoiceWith, settings } from "@/server/testing/planned-invoice";
import { dueOnOf, plan } from "./plan";
import { runningPlan } from "./planned-instalments";
import type { CollectedLine } from "./returned-payment";

type Facts = NonNullable<CollectedInvoice["instalments"]>;

const at = (day: string) => new Date(`${day}T09:00:00Z`);

/** 100.00 in three parts, whose first day is a Friday. */
const agreed: Facts = {
  id: "plan",
  missed: "all_due",
  feeCents: 0,
  linesCount: 1,
  spreads: [],
  dueDays: 14,
  restores: 0,
  isEnded: false,
  isArrangement: false,
  isEndedByStaff: false,
  restoredOn: null,
  lastHeldOn: null,
  statementsUntil: null,
  told: [],
  parts: [
    { dueOn: "2026-04-10", amountCents: 3_334 },
    { dueOn: "2026-05-10", amountCents: 3_333 },
    { dueOn: "2026-06-10", amountCents: 3_333 },
  ],
};
const told = (kind: "part_due" | "part_missed" | "instalments_ended", payBy: string | null, rest: Partial<Facts["told"][number]> = {}) =>
  ({ kind, round: 1, payBy, fate: "left", ...rest }) as const;
const announced = told("part_due", "2026-04-10");
/** Names Friday, 24 April. */
const reminded = told("part_missed", "2026-04-24");

const invoice = (facts: Partial<Facts> = {}, rest: Partial<CollectedInvoice> = {}) =>
  invoiceWith({ dueOn: "2026-04-10", instalments: { ...agreed, ...facts }, ...rest });
const steps = (of: CollectedInvoice, today: string) => plan(of, at(today)).map((step) => `${step.kind} ${dayAt(step.at)}`);
const paid = (amountCents: number, paymentId: string, on: string): CollectedLine => ({
  type: "PAYMENT-LINE",
  amountCents: -amountCents,
  paymentId,
  date: at(on),
});

test("a part is announced five days before its day, reminded four days after it, and ends the plan once a transfer of the last day is booked", () => {
  expect(steps(invoice(), "2026-03-20")).toEqual([`${PART_DUE} 2026-04-05`, `${PART_MISSED} 2026-04-14`, `${PLAN_ENDED} 2026-05-01`]);
  // The transfer arrives on Monday, 27 April.
  expect(steps(invoice({ told: [announced, reminded] }), "2026-04-25")).toEqual([`${PLAN_ENDED} 2026-05-01`]);
});

test("the reminder leaves two bank days, so that a transfer of the last day before Easter has arrived and is read", () => {
  const beforeEaster = invoice({ parts: agreed.parts.map((part, index) => (index === 0 ? { ...part, dueOn: "2026-04-02" } : part)) });
  expect(steps(beforeEaster, "2026-03-20")[1]).toBe(`${PART_MISSED} 2026-04-08`);
});

describe("a plan does not end", () => {
  test("within ten days after a hold was lifted", () => {
    const lifted = invoice({ told: [announced, reminded], lastHeldOn: "2026-05-20" });
    expect(runningPlan(lifted, at("2026-05-20"))).toMatchObject({ dueOn: "2026-05-30", lastOn: "2026-05-30" });
    expect(steps(lifted, "2026-05-20")).toEqual([`${PLAN_ENDED} 2026-06-05`]);
  });

  test("by a reminder that was lost or still waits", () => {
    const with_ = (fate: "lost" | "going") => invoice({ told: [announced, told("part_missed", "2026-04-24", { fate })] });
    expect(steps(with_("lost"), "2026-06-30")).toEqual([]);
    expect(steps(with_("going"), "2026-06-30")).toEqual([`${PLAN_ENDED} 2026-07-17`]);
  });

  test("while the account's newest statement is older than the last arrival, for four weeks", () => {
    const until = (statementsUntil: string | null) => invoice({ told: [announced, reminded], statementsUntil });
    expect(steps(until("2026-04-20"), "2026-04-25")).toEqual([`${PLAN_ENDED} 2026-05-01`]);
    expect(steps(until("2026-04-20"), "2026-05-01")).toEqual([`${PLAN_ENDED} 2026-05-02`]);
    expect(steps(until("2026-04-20"), "2026-05-24")).toEqual([`${PLAN_ENDED} 2026-05-25`]);
    expect(steps(until("2026-04-20"), "2026-05-25")).toEqual([`${PLAN_ENDED} 2026-05-25`]);
    expect(steps(until("2026-04-27"), "2026-05-03")).toEqual([`${PLAN_ENDED} 2026-05-03`]);
    expect(steps(until(null), "2026-05-03")).toEqual([`${PLAN_ENDED} 2026-05-03`]);
  });

  test("by a rest below 1.00 of the last part", () => {
    const all = [billed, paid(9_999, "a", "2026-03-20")];
    expect(steps(invoice({}, { lines: all }), "2026-07-20")).toEqual([]);
  });
});

describe("a part has a later day", () => {
  test("ten days after a hold, and is announced first", () => {
    const lifted = invoice({ lastHeldOn: "2026-05-20" });
    expect(runningPlan(lifted, at("2026-05-20"))?.parts.map(({ dueOn }) => dueOn)).toEqual(["2026-05-30", "2026-05-30", "2026-06-10"]);
    expect(steps(lifted, "2026-05-20").slice(0, 2)).toEqual([`${PART_DUE} 2026-05-20`, `${PART_MISSED} 2026-06-03`]);
  });

  test("seven days after its mail, if none announced it by its day", () => {
    const late = invoice();
    expect(runningPlan(late, at("2026-04-20"))?.dueOn).toBe("2026-04-27");
    expect(steps(late, "2026-04-20").slice(0, 2)).toEqual([`${PART_DUE} 2026-04-20`, `${PART_MISSED} 2026-05-01`]);
    expect(runningPlan(invoice({ told: [told("part_due", "2026-04-29")] }), at("2026-05-20"))?.dueOn).toBe("2026-04-29");
    // Nobody can be told.
    expect(runningPlan(invoice({}, { hasEmail: false }), at("2026-04-20"))?.dueOn).toBe("2026-04-10");
  });

  test("seven days after a missed one was spread over it, and later ones keep theirs", () => {
    const spread = (on?: string) => invoice({ spreads: [{ number: 1, linesCount: 1, ...(on && { on }) }], told: [announced, reminded] });
    const days = (of: CollectedInvoice, today: string) => runningPlan(of, at(today))?.parts.map(({ dueOn }) => dueOn);
    expect(days(spread("2026-05-09"), "2026-05-09")).toEqual(["2026-04-10", "2026-05-16", "2026-06-10"]);
    expect(steps(spread("2026-05-09"), "2026-05-09").slice(0, 2)).toEqual([`${PART_DUE} 2026-05-11`, `${PART_MISSED} 2026-05-20`]);
    expect(days(spread("2026-05-01"), "2026-05-01")).toEqual(["2026-04-10", "2026-05-10", "2026-06-10"]);
    // Recorded by an earlier version.
    expect(days(spread(), "2026-05-09")).toEqual(["2026-04-10", "2026-05-10", "2026-06-10"]);
  });

  test("seven days after a wrong booking was undone; its mail comes as agreed", () => {
    const undone = (on: string): CollectedLine => ({
      type: "CHARGEBACK-LINE",
      amountCents: 3_334,
      paymentId: "a",
      date: at(on),
      recordedAt: at(on),
      isUndone: true,
    });
    const early = invoice({}, { lines: [billed, paid(3_334, "a", "2026-03-20"), undone("2026-03-31")] });
    expect(steps(early, "2026-03-31").slice(0, 2)).toEqual([`${PART_DUE} 2026-04-05`, `${PART_MISSED} 2026-04-14`]);
    const late = invoice({ told: [announced] }, { lines: [billed, paid(3_334, "a", "2026-04-07"), undone("2026-04-20")] });
    expect(runningPlan(late, at("2026-04-20"))?.dueOn).toBe("2026-04-27");
  });
});

test("a cancelled mail is planned again under another number", () => {
  const cancelled = invoice({
    told: [told("part_due", null, { fate: "cancelled" }), told("part_due", null, { fate: "cancelled", round: 1_000_001 })],
  });
  expect(plan(cancelled, at("2026-04-06"))[0]).toMatchObject({ kind: PART_DUE, part: 2_000_001 });
  expect(steps(invoice({ told: [told("part_due", "2026-04-10", { round: 1_000_001 })] }), "2026-04-06")[0]).toBe(
    `${PART_MISSED} 2026-04-14`,
  );
});

test("once a plan has ended, all is due 14 days after the mail that says so, and reminders follow that day", () => {
  const ended = (fate: "going" | "left", rest: Partial<CollectedInvoice> = {}) =>
    invoice({ isEnded: true, told: [announced, reminded, told("instalments_ended", null, { fate })] }, { dueOn: "2026-05-15", ...rest });
  expect(dueOnOf(ended("left"), at("2026-06-20"))).toBe("2026-05-15");
  expect(dueOnOf(ended("going"), at("2026-06-20"))).toBe("2026-07-04");
  const day = addDays("2026-07-04", settings.reminder1Day ?? 0);
  expect(steps(ended("going"), "2026-06-20")[0]).toBe(`reminder1 ${day}`);
});
