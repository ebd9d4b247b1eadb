import fc from "fast-check";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { dueOnOf, feeAhead, type PlannedItem } from "@/server/billing/collection/plan";
import { DEBIT } from "@/server/billing/collection/planned-debit";
import { dayAt } from "@/server/domain/formats/calendar";
import { FEE_NOTE, isReminder } from "@/server/domain/rules/collection-messages";
import { billed, invoiceWith, onDay, settings } from "./planned-invoice";

/** Generates a whole number from `least` to `most`, usually of days. */
export const day = (least: number, most: number) => fc.integer({ min: least, max: most });
/** Generates `count` different days in ascending order, some of them replaced by null. */
const optionalDays = (count: number, least: number, most: number) =>
  fc
    .tuple(
      fc.uniqueArray(day(least, most), { minLength: count, maxLength: count }),
      fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    )
    .map(([days, sent]) => days.sort((a, b) => a - b).map((chosen, index) => (sent[index] ? chosen : null)));

export const anySettings = fc.tuple(day(2, 60), fc.nat(1_000), fc.boolean()).chain(([dueDays, latePaymentFeeCents, latePaymentFeeNotice]) =>
  fc.tuple(optionalDays(2, 0, dueDays), optionalDays(3, 1, 120)).map(
    ([[request1Day = null, request2Day = null], [reminder1Day = null, reminder2Day = null, reminder3Day = null]]): CollectionSettings => ({
      ...settings,
      dueDays,
      latePaymentFeeCents,
      latePaymentFeeNotice,
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
  daysToRecord: fc.option(day(0, 20)),
});

export const anyHistory = fc.array(anyEvent, { maxLength: 6 }).map((events) =>
  events
    .sort((a, b) => a.day - b.day)
    .map(({ day: on, type, amountCents, daysToRecord }) => ({
      type,
      date: onDay(on),
      recordedAt: type === "CHARGEBACK-LINE" && daysToRecord !== null ? onDay(on + daysToRecord) : null,
      amountCents: type === "PAYMENT-LINE" || type === "CREDIT-LINE" ? 0 - amountCents : amountCents,
    })),
);

const anyPayer = fc.record({
  country: fc.constantFrom("AT", "BE", "CH", "DE", "GB", "IE", "NL", "US"),
  isBusiness: fc.boolean(),
  enterpriseNumber: fc.option(fc.constant("0123.456.749")),
  isDescribed: fc.boolean(),
});

/** Generates no hold, a hold until it is lifted, or a hold through a day. */
const anyHold = fc.option(
  fc.record({
    until: fc.option(
      day(0, 300).map((on) => dayAt(onDay(on))),
      { freq: 3 },
    ),
  }),
);

/** Generates invoices with any settings, payments, failures, hold and payer, before any message was sent. */
export const anyInvoice = fc
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

/** Returns the invoice after scheduler and sender executed an item at its time. For a message: it was sent, and the due day was stored. */
export function execute(invoice: CollectedInvoice, item: PlannedItem): CollectedInvoice {
  if (item.kind === "late_payment_fee") {
    const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents: item.amountCents, date: item.at } as const;
    return { ...invoice, lines: [...invoice.lines, fee] };
  }
  if (item.kind === FEE_NOTE) return { ...invoice, isFeeNoted: true };
  if (item.kind === DEBIT) return { ...invoice, debit: null };
  if ("number" in item) throw new Error("These invoices are not paid in instalments");
  const { kind, at } = item;
  const going = { ...item, fate: "going", graceUntil: null } as const;
  const ahead = isReminder(kind) ? feeAhead({ ...invoice, messages: [...invoice.messages, going] }, item, at) : undefined;
  const left = { ...going, fate: "left", graceUntil: ahead?.graceUntil ?? null } as const;
  return { ...invoice, dueOn: dueOnOf(invoice, at), messages: [...invoice.messages, left] };
}
