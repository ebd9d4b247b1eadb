import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBankDay } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, daysFrom } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { sumOf } from "@/server/domain/rules/account";
import { FEE_NOTE, isReminder, type MessageKind, messageKinds } from "@/server/domain/rules/collection-messages";
import { dueOn } from "@/server/domain/rules/due-date";
import { lateFeeCents } from "@/server/domain/rules/late-fee-rules";
import { anyHistory, anyInvoice, anySettings, day, execute } from "@/server/testing/any-planned-invoice";
import { invoiceWith, onDay } from "@/server/testing/planned-invoice";
import type { CollectedInvoice } from "./collected-invoice";
import { dueOnOf, feeToNote, plan } from "./plan";

/** An invoice whose fee is likely to come, with a note before it or not. */
const withFee = anyInvoice.map(
  (invoice): CollectedInvoice => ({
    ...invoice,
    hasEmail: true,
    hold: null,
    retractedAt: null,
    settings: { ...invoice.settings, latePaymentFeeCents: 500 },
  }),
);

/** Returns the days between two days. */
function daysUntil(from: string, to: string): string[] {
  return Array.from({ length: daysFrom(from, to) - 1 }, (_, nth) => addDays(from, nth + 1));
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

  test("if the first item is executed on time, the following plan is the rest", () => {
    fc.assert(
      fc.property(anyInvoice, day(0, 300).map(onDay), (invoice, now) => {
        const [first, ...rest] = plan(invoice, now);
        if (first) expect(plan(execute(invoice, first), first.at)).toEqual(rest);
      }),
    );
  });

  test("the plan is the same at any time, as long as nothing is due", () => {
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

  test("nothing is demanded during a hold, and a pause keeps the order and distance of later steps", () => {
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

  test("a fee follows the last day that reminders named, is charged once, within the law's cap and half of the debt, and after the days of grace", () => {
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
            expect(named).toBe(item.graceUntil);
            expect(item.amountCents).toBeLessThanOrEqual(lateFeeCents(agreed.latePaymentFeeCents, payer, owedCents));
            expect(item.amountCents * 2).toBeLessThanOrEqual(owedCents);
            if (!payer.isBusiness && payer.country === "DE") expect(item.amountCents).toBeLessThanOrEqual(250);
          } else if ("round" in item && isReminder(item.kind)) reminded.push(item.at);
          current = execute(current, item);
          // Each reminder before the fee names the same last day, at least 14 days after the first.
          named = current.messages.at(-1)?.graceUntil ?? named;
        }
        expect(current.lines.filter(({ type }) => type === "LATE-PAYMENT-FEE-LINE").length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("no fee is charged, and no reminder asks for one, while a transfer that arrives in time can still come or is not on a statement yet", () => {
    let fees = 0;
    fc.assert(
      fc.property(withFee, day(0, 300).map(onDay), day(0, 40), (invoice, now, lateDays) => {
        let current = invoice;
        for (let [item] = plan(current, now); item; [item] = plan(current, item.at)) {
          // Even if the work is done days late.
          const at = new Date(item.at.getTime() + lateDays * DAY_MS);
          if (item.kind === "late_payment_fee") {
            const bankDays = daysUntil(item.graceUntil, dayAt(item.at)).filter((on) => isBankDay(on, "swiss"));
            // On the first, the transfer arrives; on the second, its statement is read.
            expect(bankDays.length).toBeGreaterThanOrEqual(2);
            expect(plan(current, item.at).find((next) => "round" in next)?.at).toEqual(item.at);
            fees += 1;
          }
          current = execute(current, { ...item, at: item.kind === "late_payment_fee" ? item.at : at });
        }
      }),
      { numRuns: 300 },
    );
    expect(fees).toBeGreaterThan(50);
  });

  test("a note before the fee leaves once, if the company allows it, after a reminder that names the fee, and exactly three days before the last free day", () => {
    let notes = 0;
    fc.assert(
      fc.property(withFee, day(0, 300).map(onDay), (invoice, now) => {
        let current = invoice;
        const noted: { day: string; graceUntil: string | undefined; amountCents: number }[] = [];
        for (let [item] = plan(current, now); item; [item] = plan(current, item.at)) {
          const before = current;
          current = execute(current, item);
          if (item.kind === FEE_NOTE) {
            notes += 1;
            expect(invoice.settings.latePaymentFeeNotice).toBe(true);
            const named = feeToNote(before, item.at)?.graceUntil;
            expect(before.messages.some(({ kind, graceUntil }) => isReminder(kind) && graceUntil === named)).toBe(true);
            expect(before.messages.some(({ at }) => dayAt(at) === dayAt(item.at))).toBe(false);
            noted.push({ day: dayAt(item.at), graceUntil: named, amountCents: item.amountCents });
          }
          if (item.kind === "late_payment_fee" && noted[0]) {
            const { graceUntil, amountCents } = item;
            expect(noted[0]).toEqual({ day: addDays(graceUntil, -3), graceUntil, amountCents });
          }
        }
        expect(noted.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
    expect(notes).toBeGreaterThan(5);
  });

  test("day by day, with payments and chargebacks between, each message of a round is sent once, the fee is charged once, and the plan ends", () => {
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
