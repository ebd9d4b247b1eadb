import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBankDay } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import { sumOf } from "@/server/domain/rules/account";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";
import { anyInvoice, day, execute } from "@/server/testing/any-planned-invoice";
import { billed, invoiceWith, onDay, settings } from "@/server/testing/planned-invoice";
import type { CollectedInvoice, SentMessage } from "./collected-invoice";
import { dueOnOf, feeAhead, isCollected, isHeld, isToldOfFee, lastDayBefore, type PlannedItem, payBy, payReturnedBy, plan } from "./plan";

/** The invoice while this message is being sent. */
function sending(invoice: CollectedInvoice, item: Extract<PlannedItem, { round: number }>, now: Date): CollectedInvoice {
  const going: SentMessage = { kind: item.kind, round: item.round, at: now, fate: "going", graceUntil: null };
  return { ...invoice, dueOn: dueOnOf(invoice, now), messages: [...invoice.messages, going] };
}

/** Sends all planned messages in turn, each up to some days late, and returns those with the day that they name. */
function sent(invoice: CollectedInvoice, start: Date, lateMs: number) {
  const named: { invoice: CollectedInvoice; item: Extract<PlannedItem, { round: number }>; now: Date; by: string }[] = [];
  let current = invoice;
  for (let [item] = plan(current, start); item; [item] = plan(current, item.at)) {
    if ("round" in item) {
      const now = new Date(item.at.getTime() + lateMs);
      const going = sending(current, item, now);
      // A request that is late beyond the due day is never sent.
      if (isReminder(item.kind) || dueOnOf(going, now) >= dayAt(now))
        named.push({ invoice: going, item, now, by: payBy(going, now, item) });
    }
    current = execute(current, item);
  }
  return named;
}

/** Any minute of the 300 days after the transmission: on weekends and bank holidays, around midnight, and on both sides of a clock change. */
const anyMoment = fc
  .tuple(day(0, 300), fc.integer({ min: 0, max: 1_439 }))
  .map(([on, minute]) => new Date(onDay(on).getTime() + minute * MINUTE_MS));
/** A clock at the recipients' places: from two hours behind the companies' to two ahead. */
const anyShift = fc.integer({ min: -120, max: 120 }).map((minutes) => minutes * MINUTE_MS);

describe("the day to pay by, of any message", () => {
  test("is never before the day on which the message leaves, and never after the due day or the fee that it announces", () => {
    fc.assert(
      fc.property(anyInvoice, anyMoment, fc.integer({ min: 0, max: 5 * 1_440 }), (invoice, start, lateMinutes) => {
        for (const { invoice: going, item, now, by } of sent(invoice, start, lateMinutes * MINUTE_MS)) {
          const due = dueOnOf(going, now);
          expect(by >= dayAt(now)).toBe(true);
          if (due >= dayAt(now)) expect(by).toBe(due);
          const ahead = isReminder(item.kind) ? feeAhead(going, item, now) : undefined;
          if (ahead) expect(by <= ahead.graceUntil).toBe(true);
        }
      }),
    );
  });

  test("leaves at least seven days once the due day is over, except before a fee, and is never after the next reminder", () => {
    fc.assert(
      fc.property(anyInvoice, anyMoment, (invoice, start) => {
        for (const { invoice: going, item, now, by } of sent(invoice, start, 0)) {
          const isBeforeFee = isReminder(item.kind) && feeAhead(going, item, now) !== undefined;
          if (dueOnOf(going, now) >= dayAt(now) || isBeforeFee) continue;
          expect(daysFrom(dayAt(now), by)).toBeGreaterThanOrEqual(7);
          const next = plan(going, now).find(({ kind }) => kind !== "late_payment_fee");
          if (!next) expect(isBankDay(by, "target") && isBankDay(by, "swiss")).toBe(true);
          else expect(by).toBe(lastDayBefore(next));
        }
      }),
    );
  });

  test("is never after the reminder that follows, however close to each other the settings set them", () => {
    const gaps = fc.tuple(day(1, 12), day(1, 12));
    fc.assert(
      fc.property(anyInvoice, anyMoment, gaps, fc.integer({ min: 0, max: 5 * 1_440 }), (any, start, [gap, nextGap], lateMinutes) => {
        const days = { reminder1Day: 4, reminder2Day: 4 + gap, reminder3Day: 4 + gap + nextGap };
        const invoice = { ...any, settings: { ...any.settings, ...days, latePaymentFeeCents: 0 } };
        for (const { invoice: going, item, now, by } of sent(invoice, start, lateMinutes * MINUTE_MS)) {
          const next = plan(going, now).find((each) => "round" in each);
          if (isReminder(item.kind) && next) expect(by < dayAt(next.at)).toBe(true);
        }
      }),
    );
  });

  test("is not over at the recipient's clock either, if the message leaves in the morning", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), anyShift, (invoice, start, shift) => {
        for (const { now, by } of sent(invoice, start, 0)) expect(by >= dayAt(new Date(now.getTime() + shift))).toBe(true);
      }),
    );
  });

  test("is named by a message that is no reminder only if no fee comes before it that the customer was told of", () => {
    fc.assert(
      fc.property(anyInvoice, anyMoment, day(0, 200), (invoice, start, days) => {
        let current = invoice;
        const until = new Date(start.getTime() + days * DAY_MS);
        for (let [item] = plan(current, start); item && item.at <= until; [item] = plan(current, item.at)) current = execute(current, item);
        const by = payBy(current, until);
        expect(by >= dayAt(until)).toBe(true);
        const fee = plan(current, until).find(({ kind }) => kind === "late_payment_fee");
        if (fee && isToldOfFee(current) && dayAt(fee.at) > dayAt(until)) expect(by <= lastDayBefore(fee)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** A returned payment, the day on which its mail leaves, and what happens before and after. */
const anyReturn = fc.record({
  invoice: anyInvoice.map((invoice): CollectedInvoice => ({ ...invoice, hasEmail: true, retractedAt: null })),
  on: day(0, 120),
  daysToRecord: day(0, 20),
  /** Minutes between the chargeback and the mail about it, which is dropped after 7 days. */
  lateMinutes: fc.integer({ min: 0, max: 7 * 1_440 }),
  minute: fc.integer({ min: 0, max: 1_439 }),
});

describe("the day that the mail about a returned payment names", () => {
  test("is at least a week away, and no message, fee or note comes before it is over, whenever the mail leaves", () => {
    let named = 0;
    fc.assert(
      fc.property(anyReturn, ({ invoice, on, daysToRecord, lateMinutes, minute }) => {
        const recordedAt = new Date(onDay(on + daysToRecord).getTime() + minute * MINUTE_MS);
        const leavesAt = new Date(recordedAt.getTime() + lateMinutes * MINUTE_MS);
        let current: CollectedInvoice = { ...invoice, lines: [billed] };
        const carryOut = (from: Date, until: Date) => {
          for (let [item] = plan(current, from); item && item.at <= until; [item] = plan(current, item.at)) {
            const at = item.at;
            if ("round" in item && current.returnNamed) expect(dayAt(at) > current.returnNamed).toBe(true);
            current = execute(current, item);
          }
        };
        carryOut(onDay(0), onDay(on));
        const owedCents = sumOf(current.lines);
        const paid = { type: "PAYMENT-LINE", amountCents: 0 - owedCents, date: onDay(on) } as const;
        const back = { type: "CHARGEBACK-LINE", amountCents: owedCents, date: onDay(on), recordedAt } as const;
        current = { ...current, lines: [...current.lines, paid, back] };
        // Steps that are shown and carried out before the mail leaves come after its day as well.
        const sentBefore = current.messages.length;
        carryOut(recordedAt, leavesAt);
        expect(current.messages).toHaveLength(sentBefore);
        if (!isCollected(current) || isHeld(current, leavesAt)) return;
        const by = payReturnedBy(current, leavesAt);
        named += 1;
        expect(daysFrom(dayAt(leavesAt), by)).toBeGreaterThanOrEqual(7);
        expect((isBankDay(by, "target") && isBankDay(by, "swiss")) || by === dueOnOf(current, leavesAt)).toBe(true);
        current = { ...current, returnNamed: by };
        for (const { at } of plan(current, leavesAt)) expect(dayAt(at) > by).toBe(true);
        const next = plan(current, leavesAt).find(({ kind }) => isReminder(kind as MessageKind));
        if (next && !current.hold)
          expect(daysFrom(by, dayAt(next.at))).toBeGreaterThanOrEqual(current.settings[`${next.kind as MessageKind}Day`] ?? 0);
        carryOut(leavesAt, onDay(2_000));
      }),
      { numRuns: 500 },
    );
    expect(named).toBeGreaterThan(150);
  });
});

describe("after a pause, the last day without the fee", () => {
  test("is at least fourteen full days after the first reminder that names it, and again if the pause ended after the day that was named", {
    timeout: 120_000,
  }, () => {
    let renewed = 0;
    fc.assert(
      fc.property(
        anyInvoice,
        day(0, 150),
        day(1, 120),
        fc.tuple(day(1, 40), day(1, 40)),
        fc.integer({ min: 0, max: 5 * 1_440 }),
        (any, from, length, [gap, nextGap], lateMinutes) => {
          const invoice = { ...any, hasEmail: true, retractedAt: null, hold: null, lines: [billed], lastFailedAt: null };
          let current: CollectedInvoice = {
            ...invoice,
            settings: {
              ...invoice.settings,
              latePaymentFeeCents: 500,
              reminder1Day: 4,
              reminder2Day: 4 + gap,
              reminder3Day: 4 + gap + nextGap,
            },
          };
          const named = new Set<string>();
          let charged: string | undefined;
          const carryOut = (start: Date, end: Date) => {
            for (let [item] = plan(current, start); item && item.at <= end; [item] = plan(current, item.at)) {
              if (item.kind === "late_payment_fee") charged = dayAt(item.at);
              if (!("round" in item) || !isReminder(item.kind)) {
                current = execute(current, item);
                continue;
              }
              const now = new Date(item.at.getTime() + lateMinutes * MINUTE_MS);
              const going = sending(current, { ...item }, item.at);
              const fee = feeAhead(going, item, now);
              const last = [...named].sort().at(-1);
              const isOver = last !== undefined && (current.hold?.until ?? "") >= last;
              if (fee && (last === undefined || isOver)) expect(daysFrom(dayAt(now), fee.graceUntil)).toBeGreaterThanOrEqual(14);
              if (fee && isOver) renewed += 1;
              if (fee) named.add(fee.graceUntil);
              const left = { ...item, fate: "left", graceUntil: fee?.graceUntil ?? null } as const;
              current = { ...going, messages: [...current.messages, left] };
            }
          };
          carryOut(onDay(0), onDay(from));
          current = { ...current, hold: { until: dayAt(onDay(from + length)) } };
          carryOut(onDay(from), onDay(2_000));
          if (charged) expect([...named].every((last) => last < (charged ?? ""))).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(renewed).toBeGreaterThan(20);
  });
});

describe("the day to pay by", () => {
  const named = (given: Partial<CollectedInvoice> = {}) => sent(invoiceWith(given), onDay(0), 0).map(({ item, by }) => [item.kind, by]);

  test("is the due day in requests, and the last day without a fee in the reminders before it", () => {
    const lastFree = dayAt(onDay(45));
    expect(named()).toEqual([
      ["request1", dayAt(onDay(14))],
      ["request2", dayAt(onDay(14))],
      ["reminder1", lastFree],
      ["reminder2", lastFree],
      // A week after the last reminder.
      ["reminder3", dayAt(onDay(57))],
    ]);
  });

  test("between the last day without a fee and the fee is the day on which a transfer still arrives in time, or else the day before the fee", () => {
    const reminded = (["reminder1", "reminder2"] as const).map((kind, nth) => ({
      kind,
      round: 0,
      at: onDay(18 + 14 * nth),
      fate: "left" as const,
      graceUntil: dayAt(onDay(45)),
    }));
    const told = invoiceWith({ messages: reminded, dueOn: dayAt(onDay(14)) });
    const [fee] = plan(told, onDay(46));
    expect([fee?.kind, fee && dayAt(fee.at)]).toEqual(["late_payment_fee", dayAt(onDay(50))]);
    // Day 46 is a Friday.
    expect([45, 46, 47, 48, 49].map((on) => payBy(told, onDay(on)))).toEqual([45, 46, 49, 49, 49].map((on) => dayAt(onDay(on))));
  });

  test("is the day before the next reminder if no fee comes", () => {
    const reminders = named({ settings: { ...settings, latePaymentFeeCents: 0 } }).slice(2);
    expect(reminders).toEqual([
      ["reminder1", dayAt(onDay(31))],
      ["reminder2", dayAt(onDay(45))],
      ["reminder3", dayAt(onDay(53))],
    ]);
  });

  test("after the last reminder is a day on which banks book", () => {
    // Good Friday 2026 is 3 April, Easter Monday 6 April.
    const only = { ...settings, request1Day: null, request2Day: null, reminder1Day: 11, reminder2Day: null, reminder3Day: null };
    const [[, by] = []] = named({ settings: { ...only, dueDays: 14, latePaymentFeeCents: 0 }, transmittedAt: onDay(0) });
    expect(dayAt(onDay(25))).toBe("2026-03-27");
    expect(by).toBe("2026-04-07");
    expect(addDays("2026-03-27", 7)).toBe("2026-04-03");
  });

  test("leaves a week, which the next reminder waits for", () => {
    const close = { ...settings, reminder1Day: 1, reminder2Day: 3, reminder3Day: 5, latePaymentFeeCents: 0 };
    expect(named({ settings: close }).slice(2, 4)).toEqual([
      ["reminder1", dayAt(onDay(22))],
      ["reminder2", dayAt(onDay(30))],
    ]);
  });

  test("of a returned payment is a week away, also if a fee was named before, and any other message names it until it is over", () => {
    const paid = { type: "PAYMENT-LINE", amountCents: -10_000, date: onDay(30) } as const;
    const back = { type: "CHARGEBACK-LINE", amountCents: 10_000, date: onDay(50) } as const;
    const reminded = { kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(45)) } as const;
    const returned = invoiceWith({ lines: [billed, paid, back], messages: [reminded] });
    const named = dayAt(onDay(57));
    expect(payReturnedBy(returned, onDay(50))).toBe(named);
    expect(payBy(returned, onDay(57))).toBe(named);
    const [fee] = plan(returned, onDay(50));
    expect([fee?.kind, fee && dayAt(fee.at)]).toEqual(["late_payment_fee", dayAt(onDay(65))]);
    expect(payBy(returned, onDay(58))).toBe(dayAt(onDay(60)));
  });
});
