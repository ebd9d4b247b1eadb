import { expect, test } from "vitest";
import { addDays } from "@/server/domain/formats/calendar";
import { invoiceWith, onDay } from "@/server/testing/planned-invoice";
import { dayToPay, dayToPayInstead } from "./day-to-pay";

const DUE = "2026-03-16";

test("in place of a direct debit, a due day that is near gives a week, and no more than until the next reminder", () => {
  const { settings } = invoiceWith();
  const withReminderOn = (reminder1Day: number) =>
    invoiceWith({
      dueOn: DUE,
      settings: { ...settings, request1Day: null, request2Day: null, reminder1Day, reminder2Day: null, reminder3Day: null },
    });
  const invoice = withReminderOn(4);
  const instead = (day: number) => dayToPayInstead(invoice, undefined, onDay(day));
  // The reminder comes four days after the due day.
  expect(instead(2)).toBe(DUE);
  expect(dayToPay(invoice, undefined, onDay(11))).toBe(DUE);
  expect(instead(11)).toBe(addDays(DUE, 3));
  expect(instead(14)).toBe(addDays(DUE, 3));
  expect(dayToPayInstead(withReminderOn(20), undefined, onDay(14))).toBe(addDays(DUE, 7));
});
