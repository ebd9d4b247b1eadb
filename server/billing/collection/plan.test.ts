import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { sumOf } from "@/server/domain/account";
import { addDays, dayAt, daysFrom, sameTimeOn } from "@/server/domain/calendar";
import { isReminder, type MessageKind, messageKinds } from "@/server/domain/collection-messages";
import { dueOn } from "@/server/domain/due-date";
import { lateFeeCents } from "@/server/domain/late-fee-rules";
import { DAY_MS } from "@/server/domain/time";
import { type CollectedInvoice, dueOnOf, feeAhead, type PlannedItem, plan } from "./plan";

const transmittedAt = new Date("2026-03-02T09:00:00Z");
const onDay = (day: number) => new Date(transmittedAt.getTime() + day * DAY_MS);

const settings: CollectionSettings = {
  dueDays: 14,
  request1Day: 0,
  request2Day: 10,
  reminder1Day: 4,
  reminder2Day: 18,
  reminder3Day: 32,
  paymentMethods: ["ideal"],
  latePaymentFeeCents: 500,
  chargebackFeeCents: 0,
  donationAllowed: false,
  joinsHouseholds: true,
  salutation: "",
  personalNote: "",
  bankAccountId: null,
};

const billed = { type: "INVOICE-LINE", amountCents: 10_000, date: transmittedAt } as const;

function invoiceWith(facts: Partial<CollectedInvoice> = {}): CollectedInvoice {
  return {
    settings,
    transmittedAt,
    dueOn: null,
    retractedAt: null,
    hasEmail: true,
    isPaymentInProgress: false,
    payer: { country: "NL", isBusiness: false },
    lastFailedAt: null,
    hold: null,
    lines: [billed],
    messages: [],
    ...facts,
  };
}

/** In calendar days: on 29 March the clocks change. */
const told = (items: PlannedItem[]) => items.map(({ kind, at }) => [kind, daysFrom(dayAt(transmittedAt), dayAt(at))]);

describe("an invoice without events", () => {
  test("is asked for twice, becomes due, is reminded three times, and costs more with the first reminder after 14 whole days", () => {
    expect(told(plan(invoiceWith(), transmittedAt))).toEqual([
      ["request1", 0],
      ["request2", 10],
      ["reminder1", 18],
      ["reminder2", 32],
      ["late_payment_fee", 46],
      ["reminder3", 46],
    ]);
    expect(dueOnOf(invoiceWith(), transmittedAt)).toBe("2026-03-16");
  });

  test("costs more with the second reminder if that is sent a day later", () => {
    const items = told(plan(invoiceWith({ settings: { ...settings, reminder2Day: 19 } }), transmittedAt));
    expect(items.slice(2, 5)).toEqual([
      ["reminder1", 18],
      ["late_payment_fee", 33],
      ["reminder2", 33],
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
      ["late_payment_fee", 66],
      ["reminder3", 66],
    ]);
  });
});

describe("the due day", () => {
  const at = new Date("2026-12-26T10:00:00Z");
  const december = { transmittedAt: new Date("2026-11-22T10:00:00Z") };

  test("of a customer who is first asked late is the payment period later", () => {
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

  test("counts from the first message that was sent: one that was refused told nobody", () => {
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

  test("is a day: the same before and after the clocks change", () => {
    // A quarter past midnight in summer time, and 14 days later in winter time.
    const invoice = invoiceWith({ transmittedAt: new Date("2026-10-17T22:15:00Z") });
    expect(dueOnOf(invoice, invoice.transmittedAt)).toBe("2026-11-01");
    expect(plan(invoice, invoice.transmittedAt).find(({ kind }) => kind === "reminder1")?.at).toEqual(new Date("2026-11-04T23:15:00Z"));
    expect(sameTimeOn("2026-03-29", new Date("2026-03-28T20:00:00.123Z"))).toEqual(new Date("2026-03-29T19:00:00.123Z"));
  });

  test("once over, replaces requests by reminders", () => {
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
    ["late_payment_fee", 47],
    ["reminder3", 47],
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

  test("without an end leaves nothing planned", () => {
    expect(plan(invoiceWith({ messages: [asked], hold: { until: null } }), onDay(20))).toEqual([]);
  });

  test("until a day moves the steps in it to the day after, and later ones keep their distance", () => {
    const paused = invoiceWith({ messages: [asked], hold: { until: dayAt(onDay(24)) } });
    expect(told(plan(paused, onDay(12)))).toEqual([
      ["reminder1", 25],
      ["reminder2", 39],
      ["late_payment_fee", 53],
      ["reminder3", 53],
    ]);
    expect(dueOnOf(paused, onDay(12))).toBe("2026-03-16");
  });
});

test("a pause beyond the day that was named postpones the fee by the days of grace", () => {
  const reminded = { kind: "reminder1", round: 0, at: onDay(18), fate: "left", graceUntil: dayAt(onDay(45)) } as const;
  const paused = (until: number) => invoiceWith({ messages: [reminded], hold: { until: dayAt(onDay(until)) } });
  expect(told(plan(paused(44), onDay(45))).slice(0, 2)).toEqual([
    ["reminder2", 45],
    ["late_payment_fee", 59],
  ]);
  expect(told(plan(paused(50), onDay(51)))).toEqual([
    ["reminder2", 51],
    ["late_payment_fee", 65],
    ["reminder3", 65],
  ]);
  expect(told(plan(paused(60), onDay(60))).slice(0, 2)).toEqual([
    ["reminder2", 61],
    ["late_payment_fee", 75],
  ]);
});

describe("a chargeback", () => {
  const paid = { type: "PAYMENT-LINE", amountCents: -10_000, date: onDay(3) } as const;
  const chargedBack = { type: "CHARGEBACK-LINE", amountCents: 10_000, date: onDay(40) } as const;

  test("starts the reminders again, from its day, and sends no more requests", () => {
    const messages = (["request1", "reminder1"] as const).map((kind) => ({
      ...{ kind, round: 0, at: onDay(20), fate: "left" as const },
      graceUntil: kind === "reminder1" ? dayAt(onDay(34)) : null,
    }));
    expect(told(plan(invoiceWith({ lines: [billed, paid, chargedBack], messages }), onDay(40)))).toEqual([
      ["late_payment_fee", 44],
      ["reminder1", 44],
      ["reminder2", 58],
      ["reminder3", 72],
    ]);
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

  test("before the due date causes no reminder before it", () => {
    const early = { ...chargedBack, date: onDay(5) };
    expect(told(plan(invoiceWith({ lines: [billed, paid, early] }), onDay(5)))[0]).toEqual(["reminder1", 18]);
  });

  test("that refunds an overpayment starts nothing", () => {
    const twice = { ...paid, amountCents: -20_000 };
    expect(plan(invoiceWith({ lines: [billed, twice, chargedBack] }), onDay(40))).toEqual([]);
  });
});

// For any settings and any history.

const day = (least: number, most: number) => fc.integer({ min: least, max: most });
const optionalDays = (count: number, least: number, most: number) =>
  fc
    .tuple(
      fc.uniqueArray(day(least, most), { minLength: count, maxLength: count }),
      fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    )
    .map(([days, sent]) => days.sort((a, b) => a - b).map((chosen, index) => (sent[index] ? chosen : null)));

const anySettings = fc.tuple(day(2, 60), fc.nat(1_000)).chain(([dueDays, latePaymentFeeCents]) =>
  fc.tuple(optionalDays(2, 0, dueDays), optionalDays(3, 1, 120)).map(
    ([[request1Day = null, request2Day = null], [reminder1Day = null, reminder2Day = null, reminder3Day = null]]): CollectionSettings => ({
      ...settings,
      dueDays,
      latePaymentFeeCents,
      request1Day,
      request2Day,
      reminder1Day,
      reminder2Day,
      reminder3Day,
    }),
  ),
);

const anyEvent = fc.record({
  day: day(0, 200),
  type: fc.constantFrom("PAYMENT-LINE", "CHARGEBACK-LINE", "CREDIT-LINE", "INVOICE-LINE", "CHARGEBACK-FEE-LINE"),
  amountCents: day(1, 12_000),
});

const anyHistory = fc.array(anyEvent, { maxLength: 6 }).map((events) =>
  events
    .sort((a, b) => a.day - b.day)
    .map(({ day: on, type, amountCents }) => ({
      type,
      date: onDay(on),
      amountCents: type === "PAYMENT-LINE" || type === "CREDIT-LINE" ? 0 - amountCents : amountCents,
    })),
);

const anyPayer = fc.record({ country: fc.constantFrom("AT", "BE", "CH", "DE", "GB", "IE", "NL", "US"), isBusiness: fc.boolean() });

/** Held until it is lifted, or through a day. */
const anyHold = fc.option(
  fc.record({
    until: fc.option(
      day(0, 300).map((on) => dayAt(onDay(on))),
      { freq: 3 },
    ),
  }),
);

const anyInvoice = fc
  .record({
    hold: anyHold,
    payer: anyPayer,
    settings: anySettings,
    history: anyHistory,
    retractedAt: fc.option(day(0, 200).map(onDay), { freq: 4 }),
    lastFailedAt: fc.option(day(0, 200).map(onDay)),
    hasEmail: fc.boolean(),
  })
  .map(({ history, ...facts }) => invoiceWith({ ...facts, lines: [billed, ...history] }));

/**
 * Executes an item like the scheduler: the first one at its time, or now if that is past; a customer who is asked for the first time learns
 * the due day.
 */
function execute(invoice: CollectedInvoice, item: PlannedItem): CollectedInvoice {
  if (item.kind === "late_payment_fee") {
    const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: item.amountCents, date: item.at } as const;
    return { ...invoice, lines: [...invoice.lines, fee] };
  }
  const { kind, at } = item;
  const going = { ...item, fate: "going", graceUntil: null } as const;
  const ahead = isReminder(kind) ? feeAhead({ ...invoice, messages: [...invoice.messages, going] }, item, at) : undefined;
  const left = { ...going, fate: "left", graceUntil: ahead?.graceUntil ?? null } as const;
  return { ...invoice, dueOn: dueOnOf(invoice, at), messages: [...invoice.messages, left] };
}

describe("for any invoice", () => {
  test("the plan is in order, never before now, and without repetitions", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        const items = plan(invoice, now);
        const times = items.map(({ at }) => at.getTime());
        expect(times).toEqual([...times].sort((a, b) => a - b));
        expect(times.every((time) => time >= now.getTime())).toBe(true);
        expect(new Set(items.map(({ kind }) => kind)).size).toBe(items.length);
      }),
    );
  });

  test("nothing is planned unless something is outstanding, and reminders only after the due date", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        const items = plan(invoice, now);
        if (sumOf(invoice.lines) <= 0 || invoice.retractedAt || !invoice.hasEmail) expect(items).toEqual([]);
        const early = items.filter(
          (item) => !item.kind.startsWith("request") && dayAt(item.at) <= dueOn(invoice.transmittedAt, invoice.settings),
        );
        expect(early).toEqual([]);
      }),
    );
  });

  test("after the first item is executed on time, the plan is the rest", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        const [first, ...rest] = plan(invoice, now);
        if (first) expect(plan(execute(invoice, first), first.at)).toEqual(rest);
      }),
    );
  });

  test("the plan does not depend on the time of asking, as long as nothing is due", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), fc.nat(1_000), (invoice, now, share) => {
        const items = plan(invoice, now);
        const [first] = items;
        if (!first) return;
        const later = new Date(now.getTime() + Math.floor(((first.at.getTime() - now.getTime()) * share) / 1_000));
        expect(plan(invoice, later)).toEqual(items);
      }),
    );
  });

  test("no request names a past due day, and nothing is demanded within a day of a failed payment", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), day(0, 40), (invoice, now, lateDays) => {
        let current = invoice;
        const [first] = plan(invoice, now);
        // The first item is executed late.
        if (first) current = execute(invoice, { ...first, at: new Date(first.at.getTime() + lateDays * DAY_MS) });
        for (const item of [...plan(invoice, now), ...plan(current, first?.at ?? now)]) {
          if (invoice.lastFailedAt) expect(item.at.getTime()).toBeGreaterThanOrEqual(invoice.lastFailedAt.getTime() + DAY_MS);
        }
        for (const [of, when] of [
          [invoice, now],
          [current, first?.at ?? now],
        ] as const) {
          const due = dueOnOf(of, when);
          for (const { kind, at } of plan(of, when)) {
            if (kind.startsWith("request")) expect(dayAt(at) <= due).toBe(true);
            else expect(dayAt(at) > due).toBe(true);
          }
        }
      }),
    );
  });

  test("nothing is demanded while it is held, and a pause keeps the order and distance of later steps", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        const items = plan(invoice, now);
        if (!invoice.hold) return;
        const { until } = invoice.hold;
        if (until === null) expect(items).toEqual([]);
        for (const { at } of items) expect(dayAt(at) > (until ?? "")).toBe(true);
        const [first, second] = items.filter(({ kind }) => isReminder(kind as MessageKind));
        const days = (kind: string) => invoice.settings[`${kind as MessageKind}Day`] ?? 0;
        if (first && second)
          expect(daysFrom(dayAt(first.at), dayAt(second.at))).toBeGreaterThanOrEqual(days(second.kind) - days(first.kind));
      }),
    );
  });

  test("a fee follows the last day that the reminders named, never within the days of grace after the first, above the law's cap or half of the debt, or twice", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        let current = invoice;
        const reminded: Date[] = [];
        let named: string | null = null;
        for (let [item] = plan(current, now); item; [item] = plan(current, item.at)) {
          if (item.kind === "late_payment_fee") {
            const owedCents = sumOf(current.lines);
            const { payer, settings: agreed } = invoice;
            expect(daysFrom(dayAt(reminded[0] ?? item.at), dayAt(item.at))).toBeGreaterThan(14);
            expect(named).toBe(addDays(dayAt(item.at), -1));
            expect(item.amountCents).toBeLessThanOrEqual(lateFeeCents(agreed.latePaymentFeeCents, payer, owedCents));
            expect(item.amountCents * 2).toBeLessThanOrEqual(owedCents);
            if (!payer.isBusiness && payer.country === "DE") expect(item.amountCents).toBeLessThanOrEqual(250);
          } else if (isReminder(item.kind)) reminded.push(item.at);
          current = execute(current, item);
          // Each reminder before the fee names the same last day, at least 14 days after the first.
          named = current.messages.at(-1)?.graceUntil ?? named;
        }
        expect(current.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("executed day by day, with payments and chargebacks between, no message of a round is sent twice, the fee is charged once, and it ends", () => {
    fc.assert(
      fc.property(anySettings, anyHistory, day(1, 40), (chosen, history, step) => {
        let invoice = invoiceWith({ settings: chosen });
        let expected = [...history];
        for (let today = 0; today <= 2_000; today += step) {
          const now = onDay(today);
          const came = expected.filter(({ date }) => date <= now);
          expected = expected.filter(({ date }) => date > now);
          invoice = { ...invoice, lines: [...invoice.lines, ...came] };
          for (let [next] = plan(invoice, now); next && next.at <= now; [next] = plan(invoice, now)) {
            expect(sumOf(invoice.lines)).toBeGreaterThan(0);
            invoice = execute(invoice, next);
          }
        }
        const left = invoice.messages.map(({ kind, round }) => `${kind} ${round}`);
        expect(new Set(left).size).toBe(left.length);
        expect(invoice.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").length).toBeLessThanOrEqual(1);
        expect(plan(invoice, onDay(2_000))).toEqual([]);
        const requests = invoice.messages.filter(({ kind }) => !isReminder(kind)).map(({ kind }) => messageKinds.indexOf(kind));
        expect(requests).toEqual([...requests].sort());
      }),
    );
  });
});
