import { describe, expect, test } from "vitest";
import { dayAt, daysFrom, sameTimeOn } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { billed, invoiceWith, onDay, settings, transmittedAt } from "@/server/testing/planned-invoice";
import type { CollectedInvoice } from "./collected-invoice";
import { dueOnOf, type PlannedItem, payReturnedBy, plan } from "./plan";
import { remainderOf } from "./share-fee";

/** In calendar days, because the clocks change on 29 March. */
const told = (items: PlannedItem[]) => items.map(({ kind, at }) => [kind, daysFrom(dayAt(transmittedAt), dayAt(at))]);

describe("an invoice without events", () => {
  test("causes two requests, becomes due, and causes three reminders; a fee follows the first reminder after 14 full days", () => {
    expect(told(plan(invoiceWith(), transmittedAt))).toEqual([
      ["request1", 0],
      ["request2", 10],
      ["reminder1", 18],
      ["reminder2", 32],
      // The last free day, day 45, is a Thursday: a transfer arrives on Friday, and its statement is read on Monday.
      ["late_payment_fee", 50],
      ["reminder3", 50],
    ]);
    expect(dueOnOf(invoiceWith(), transmittedAt)).toBe("2026-03-16");
  });

  test("costs a fee with the second reminder if that is planned a day later", () => {
    const items = told(plan(invoiceWith({ settings: { ...settings, reminder2Day: 19 } }), transmittedAt));
    expect(items.slice(2, 5)).toEqual([
      ["reminder1", 18],
      // The last free day, day 32, is Good Friday: a transfer arrives on Tuesday.
      ["late_payment_fee", 38],
      ["reminder2", 38],
    ]);
  });

  test("gets no messages that its settings leave out", () => {
    const few = { ...settings, request2Day: null, reminder1Day: null, reminder3Day: null, latePaymentFeeCents: 0 };
    expect(told(plan(invoiceWith({ settings: few }), transmittedAt))).toEqual([
      ["request1", 0],
      ["reminder2", 32],
    ]);
  });

  test("keeps the intervals when a message is sent late", () => {
    const messages = [{ kind: "request1", round: 0, at: onDay(20), fate: "left", graceUntil: null } as const];
    expect(told(plan(invoiceWith({ messages, dueOn: dayAt(onDay(34)) }), onDay(20)))).toEqual([
      ["request2", 30],
      ["reminder1", 38],
      ["reminder2", 52],
      ["late_payment_fee", 68],
      ["reminder3", 68],
    ]);
  });
});

test("no late-payment fee comes once no more is owed than the amount of other fees, although a payment has paid these first", () => {
  const reminded = [{ kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(32)) } as const];
  const fee = { type: "CHARGEBACK-FEE-LINE", amountCents: 300, date: onDay(3) } as const;
  const kindsAfter = (paidCents: number) => {
    const paid = [
      { type: "CHARGEBACK-FEE-PAYMENT-LINE", amountCents: -300, date: onDay(20) } as const,
      { type: "PAYMENT-LINE", amountCents: 300 - paidCents, date: onDay(20) } as const,
    ];
    const lines = [...invoiceWith().lines, fee, ...paid];
    return plan(invoiceWith({ messages: reminded, lines }), onDay(20)).map(({ kind }) => kind);
  };
  const billedCents = invoiceWith().lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect(kindsAfter(billedCents)).toEqual(["reminder2", "reminder3"]);
  expect(kindsAfter(billedCents - 100)).toContain("late_payment_fee");
});

describe("the due day", () => {
  const at = new Date("2026-12-26T10:00:00Z");
  const december = { transmittedAt: new Date("2026-11-22T10:00:00Z") };

  test("of a customer who is first asked late is one payment period later", () => {
    const late = invoiceWith(december);
    expect(dueOnOf(late, at)).toBe("2027-01-09");
    const items = plan(late, at).map(({ kind, at }) => [kind, dayAt(at)]);
    expect(items.slice(0, 4)).toEqual([
      ["request1", "2026-12-26"],
      ["request2", "2027-01-05"],
      ["reminder1", "2027-01-13"],
      ["reminder2", "2027-01-27"],
    ]);
  });

  test("counts from the first message that was sent, because a refused one reached nobody", () => {
    const refused = { kind: "request1", round: 0, at: december.transmittedAt, fate: "lost", graceUntil: null } as const;
    const invoice = invoiceWith({ ...december, messages: [refused] });
    expect(dueOnOf(invoice, at)).toBe("2027-01-09");
    expect(plan(invoice, at)[0]).toMatchObject({ kind: "request2", at });
    const asked = invoiceWith({ ...december, messages: [{ ...refused, fate: "left" }] });
    expect(dueOnOf(asked, at)).toBe("2026-12-06");
  });

  test("counts from the day on which customers are first asked, if that is not the transmission's", () => {
    expect(dueOnOf(invoiceWith({ settings: { ...settings, request1Day: 3 } }), transmittedAt)).toBe("2026-03-19");
    expect(dueOnOf(invoiceWith({ settings: { ...settings, request1Day: null, request2Day: null } }), onDay(60))).toBe("2026-03-16");
  });

  test("is a calendar day: the same before and after the clocks change", () => {
    // A quarter past midnight in summer time; 14 days later it is winter time.
    const invoice = invoiceWith({ transmittedAt: new Date("2026-10-17T22:15:00Z") });
    expect(dueOnOf(invoice, invoice.transmittedAt)).toBe("2026-11-01");
    expect(plan(invoice, invoice.transmittedAt).find(({ kind }) => kind === "reminder1")?.at).toEqual(new Date("2026-11-04T23:15:00Z"));
    expect(sameTimeOn("2026-03-29", new Date("2026-03-28T20:00:00.123Z"))).toEqual(new Date("2026-03-29T19:00:00.123Z"));
  });

  test("ends the requests once it is over, and reminders follow", () => {
    const messages = [{ kind: "request1", round: 0, at: december.transmittedAt, fate: "left", graceUntil: null }] as const;
    const kinds = plan(invoiceWith({ ...december, messages: [...messages] }), at).map(({ kind }) => kind);
    expect(kinds).toEqual(["reminder1", "reminder2", "late_payment_fee", "reminder3"]);
  });
});

test("nothing is demanded within a day of a failed payment or a chargeback", () => {
  const lastFailedAt = onDay(18);
  expect(told(plan(invoiceWith({ lastFailedAt, settings: { ...settings, request1Day: null, request2Day: null } }), onDay(18)))).toEqual([
    ["reminder1", 19],
    ["reminder2", 33],
    ["late_payment_fee", 51],
    ["reminder3", 51],
  ]);
});

test.each<[string, Partial<CollectedInvoice>]>([
  ["paid", { lines: [billed, { type: "PAYMENT-LINE", amountCents: -10_000, date: onDay(1) }] }],
  ["overpaid", { lines: [billed, { type: "PAYMENT-LINE", amountCents: -10_001, date: onDay(1) }] }],
  ["credited in full", { lines: [billed, { type: "CREDIT-LINE", amountCents: -10_000, date: onDay(1) }] }],
  ["negative", { lines: [{ ...billed, amountCents: -5 }] }],
  ["retracted", { retractedAt: onDay(1) }],
  ["just being paid", { isPaymentInProgress: true }],
  ["of a customer without an e-mail address", { hasEmail: false }],
])("nothing is planned for an invoice that is %s", (_, facts) => {
  expect(plan(invoiceWith(facts), onDay(60))).toEqual([]);
});

describe("a hold", () => {
  const asked = { kind: "request1", round: 0, at: transmittedAt, fate: "left", graceUntil: null } as const;

  test("without an end plans nothing", () => {
    expect(plan(invoiceWith({ messages: [asked], hold: { until: null } }), onDay(20))).toEqual([]);
  });

  test("until a day moves steps within it to the day after, and later ones keep their distance", () => {
    const paused = invoiceWith({ messages: [asked], hold: { until: dayAt(onDay(24)) } });
    expect(told(plan(paused, onDay(12)))).toEqual([
      ["reminder1", 25],
      ["reminder2", 39],
      ["late_payment_fee", 57],
      ["reminder3", 57],
    ]);
    expect(dueOnOf(paused, onDay(12))).toBe("2026-03-16");
  });
});

test("a pause beyond the named day postpones the fee by the days of grace", () => {
  const reminded = { kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(45)) } as const;
  const paused = (until: number) => invoiceWith({ messages: [reminded], hold: { until: dayAt(onDay(until)) } });
  expect(told(plan(paused(44), onDay(45))).slice(0, 2)).toEqual([
    ["reminder2", 45],
    ["late_payment_fee", 64],
  ]);
  // The reminder on day 51 leaves until day 65: day 64 would be the thirteenth full day.
  expect(told(plan(paused(50), onDay(51)))).toEqual([
    ["reminder2", 51],
    ["reminder3", 65],
  ]);
  const apart = (until: number) => ({ ...paused(until), settings: { ...settings, reminder3Day: 33 } });
  expect(told(plan(apart(50), onDay(51)))).toEqual([
    ["reminder2", 51],
    ["late_payment_fee", 68],
    ["reminder3", 68],
  ]);
  expect(told(plan(apart(60), onDay(60))).slice(0, 2)).toEqual([
    ["reminder2", 61],
    ["late_payment_fee", 79],
  ]);
});

test("a reminder long after a pause beyond the named day comes with the fee, because the days of grace are over again", () => {
  const reminded = { kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(45)) } as const;
  const late = { ...settings, reminder2Day: 52 };
  const items = told(plan(invoiceWith({ settings: late, messages: [reminded], hold: { until: dayAt(onDay(50)) } }), onDay(51)));
  expect(items[0]).toEqual(["late_payment_fee", 68]);
});

describe("a chargeback", () => {
  const paid = { type: "PAYMENT-LINE", amountCents: -10_000, date: onDay(3) } as const;
  const chargedBack = { type: "CHARGEBACK-LINE", amountCents: 10_000, date: onDay(40) } as const;

  /** The first bank day from a week after day 40, which is a Saturday. */
  const NAMED = 49;

  test("starts the reminders again, from the day that the mail about it names, and sends no more requests", () => {
    const messages = (["request1", "reminder1"] as const).map((kind) => ({
      kind,
      round: 0,
      at: onDay(20),
      fate: "left" as const,
      graceUntil: kind === "reminder1" ? dayAt(onDay(34)) : null,
    }));
    const returned = invoiceWith({ lines: [billed, paid, chargedBack], messages });
    expect(payReturnedBy(returned, onDay(40))).toBe(dayAt(onDay(NAMED)));
    expect(told(plan(returned, onDay(40)))).toEqual([
      ["late_payment_fee", NAMED + 8],
      ["reminder1", NAMED + 8],
      ["reminder2", NAMED + 22],
      ["reminder3", NAMED + 36],
    ]);
  });

  test("has its reminders count from the day that a late mail named, and from none that an earlier one did", () => {
    const returned = invoiceWith({ lines: [billed, paid, chargedBack] });
    const named = payReturnedBy(returned, onDay(45));
    expect(named).toBe(dayAt(onDay(52)));
    expect(told(plan({ ...returned, returnNamed: named }, onDay(45)))[0]).toEqual(["reminder1", 56]);
    expect(told(plan({ ...returned, returnNamed: dayAt(onDay(30)) }, onDay(45)))[0]).toEqual(["reminder1", NAMED + 4]);
  });

  test("recorded days after the bank's day starts the reminders from the later of both days", () => {
    const late = { ...chargedBack, recordedAt: onDay(47) };
    expect(told(plan(invoiceWith({ lines: [billed, paid, late] }), onDay(47)))[0]).toEqual(["reminder1", 60]);
    const ahead = { ...chargedBack, recordedAt: onDay(38) };
    expect(told(plan(invoiceWith({ lines: [billed, paid, ahead] }), onDay(40)))[0]).toEqual(["reminder1", NAMED + 4]);
  });

  test("leaves out a note before the fee that would leave before the named day is over", () => {
    const noted = { ...settings, latePaymentFeeNotice: true };
    const messages = [{ kind: "reminder1" as const, round: 0, at: onDay(20), fate: "left" as const, graceUntil: dayAt(onDay(34)) }];
    const kinds = (reminder1Day: number) =>
      plan(invoiceWith({ lines: [billed, paid, chargedBack], messages, settings: { ...noted, reminder1Day } }), onDay(40)).map(
        ({ kind }) => kind,
      );
    expect(kinds(4)).not.toContain(FEE_NOTE);
    expect(kinds(5)[0]).toBe(FEE_NOTE);
  });

  test("that reverses a wrong booking starts nothing: the reminders continue", () => {
    const messages = [{ kind: "reminder1" as const, round: 0, at: onDay(20), fate: "left" as const, graceUntil: dayAt(onDay(34)) }];
    const before = plan(invoiceWith({ lines: [billed], messages }), onDay(40));
    expect(plan(invoiceWith({ lines: [billed, paid, { ...chargedBack, isUndone: true }], messages }), onDay(40))).toEqual(before);
    expect(before.map(({ kind }) => kind)).not.toContain("reminder1");
  });

  test("charges no second late-payment fee", () => {
    const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: 500, date: onDay(18) } as const;
    const items = plan(invoiceWith({ lines: [billed, fee, { ...paid, amountCents: -10_500 }, chargedBack] }), onDay(40));
    expect(items.map(({ kind }) => kind)).toEqual(["reminder1", "reminder2", "reminder3"]);
  });

  test("before the due date causes no reminder before it, and gives a week even if that is later", () => {
    const early = { ...chargedBack, date: onDay(5) };
    const returned = invoiceWith({ lines: [billed, paid, early] });
    expect(told(plan(returned, onDay(5)))[0]).toEqual(["reminder1", 18]);
    expect(payReturnedBy(returned, onDay(5))).toBe(dayAt(onDay(14)));
    const onDueDay = invoiceWith({ lines: [billed, paid, { ...chargedBack, date: onDay(14) }] });
    expect(payReturnedBy(onDueDay, onDay(14))).toBe(dayAt(onDay(21)));
    expect(told(plan(onDueDay, onDay(14)))[0]).toEqual(["reminder1", 25]);
  });

  test("that refunds an overpayment starts nothing", () => {
    const twice = { ...paid, amountCents: -20_000 };
    expect(plan(invoiceWith({ lines: [billed, twice, chargedBack] }), onDay(40))).toEqual([]);
  });
});

describe("an amount that was added after the reminder with the fee", () => {
  const named = { kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(32)) } as const;
  const added = { type: "INVOICE-LINE", amountCents: 1_000, date: onDay(20), isAdded: true } as const;
  const paid = (amountCents: number) => ({ type: "PAYMENT-LINE", amountCents: -amountCents, date: onDay(22) }) as const;
  const feeWith = (lines: CollectedInvoice["lines"]) =>
    plan(invoiceWith({ lines: [billed, ...lines], messages: [named] }), onDay(23)).find(({ kind }) => kind === "late_payment_fee");

  test("brings no fee once the sum that the reminder named is paid", () => {
    expect(feeWith([added])).toBeDefined();
    expect(feeWith([added, paid(9_000)])).toBeDefined();
    expect(feeWith([added, paid(10_000)])).toBeUndefined();
    expect(feeWith([{ ...added, date: onDay(17) }, paid(10_000)])).toBeDefined();
  });

  test("does not raise the fee", () => {
    const scarce = { ...billed, amountCents: 800 };
    const fee = (lines: CollectedInvoice["lines"]) =>
      plan(invoiceWith({ lines, messages: [named] }), onDay(23)).find(({ kind }) => kind === "late_payment_fee");
    expect(fee([scarce, { ...added, amountCents: 5_000 }])).toMatchObject({ amountCents: 400 });
    const other = invoiceWith({ lines: [billed, added] });
    expect(remainderOf(other, true, named.at).owedCents).toBe(10_000);
    expect(remainderOf(other).owedCents).toBe(11_000);
  });
});
