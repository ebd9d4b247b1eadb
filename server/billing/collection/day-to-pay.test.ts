import { expect, test } from "vitest";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { invoiceWith, onDay } from "@/server/testing/planned-invoice";
import type { CollectedInvoice } from "./collected-invoice";
import { dayToPay, dayToPayInstead } from "./day-to-pay";
import { plan } from "./plan";

const DUE = "2026-03-16";

const LEFT = { round: 0, fate: "left", graceUntil: null } as const;

const withReminderOn = (reminder1Day: number, facts: Partial<CollectedInvoice> = {}) =>
  invoiceWith({
    dueOn: DUE,
    settings: { ...invoiceWith().settings, request2Day: null, reminder1Day, reminder2Day: null, reminder3Day: null },
    messages: [{ kind: "request1", at: onDay(0), ...LEFT }],
    ...facts,
  });

test("in place of a direct debit, a due day that is near gives a week, for which the reminder waits", () => {
  // The reminder comes four days after the due day.
  const invoice = withReminderOn(4);
  const instead = (day: number) => dayToPayInstead(invoice, undefined, onDay(day));
  expect(instead(2)).toBe(DUE);
  expect(dayToPay(invoice, undefined, onDay(11))).toBe(DUE);
  const aWeekLater = addDays(dayAt(onDay(11)), 7);
  expect(instead(11)).toBe(aWeekLater);
  expect(dayAt(plan(invoice, onDay(11))[0]?.at ?? onDay(0)) <= aWeekLater).toBe(true);
  const named = withReminderOn(4, { insteadNamed: aWeekLater });
  expect(plan(named, onDay(11))[0]).toMatchObject({ kind: "reminder1", at: onDay(11 + 8) });
});

test("in place of a direct debit, a customer who was not asked before has all days to pay, and at least a week", () => {
  const unasked = (dueDays: number, dueOn: string | null) =>
    withReminderOn(4, { messages: [], dueOn, settings: { ...invoiceWith().settings, dueDays } });
  const today = dayAt(onDay(11));
  expect(dayToPayInstead(unasked(14, DUE), undefined, onDay(11))).toBe(addDays(today, 14));
  expect(dayToPayInstead(unasked(14, addDays(today, 20)), undefined, onDay(11))).toBe(addDays(today, 20));
  expect(dayToPayInstead(unasked(3, null), undefined, onDay(11))).toBe(addDays(today, 7));
});
