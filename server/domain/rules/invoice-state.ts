import { holdsOn } from "./holds";

/** States of an invoice. Each invoice is in exactly one: the last in this list that applies. */
export const invoiceStates = ["not_transmitted", "transmitted", "payment_in_progress", "retracted"] as const;

/** Money facts of a transmitted invoice. A retracted invoice has one only while a refund is owed. */
export const moneyFacts = ["paid", "to_refund", "outstanding"] as const;

export type InvoiceState = (typeof invoiceStates)[number];
export type MoneyFact = (typeof moneyFacts)[number];

/**
 * Quick filters of the list of invoices. All except states and money facts are limited to outstanding invoices. Overdue: past the due day.
 * Not asked: no message has reached the customer, so there is no due day yet. On hold: a hold is in force. Not arrived: the last message
 * did not reach the customer.
 */
export const invoiceFacts = [...invoiceStates, ...moneyFacts, "overdue", "not_asked", "on_hold", "not_arrived"] as const;
export type InvoiceFact = (typeof invoiceFacts)[number];

/** Fields that decide the state and the money fact. */
export interface InvoiceStanding {
  /** Null: not transmitted. */
  transmittedAt: Date | null;
  /** Null: not retracted. */
  retractedAt: Date | null;
  isPaymentInProgress: boolean;
  outstandingCents: number;
}

/** Returns the invoice's state. SQL: `invoice-conditions.ts`. */
export function stateOf({ retractedAt, isPaymentInProgress, transmittedAt }: Omit<InvoiceStanding, "outstandingCents">): InvoiceState {
  if (retractedAt) return "retracted";
  if (isPaymentInProgress) return "payment_in_progress";
  return transmittedAt ? "transmitted" : "not_transmitted";
}

/** Returns the invoice's money fact, or null if it has none. SQL: `invoice-conditions.ts`. */
export function factOf({ transmittedAt, retractedAt, outstandingCents }: Omit<InvoiceStanding, "isPaymentInProgress">): MoneyFact | null {
  if (!transmittedAt) return null;
  if (outstandingCents < 0) return "to_refund";
  if (retractedAt) return null;
  return outstandingCents === 0 ? "paid" : "outstanding";
}

/** Sums of invoices, in cents. `outstandingCents` contains only what customers owe, and neither of the other two (decision 0105). */
export interface MoneySums {
  outstandingCents: number;
  /** Amounts of invoices that are not transmitted, and so not owed yet. */
  notTransmittedCents: number;
  /** Owed to customers. */
  toRefundCents: number;
}

/** Returns the sums of invoices of one currency. SQL: `summarize-invoices.ts`. */
export function sumOfMoney(invoices: readonly Omit<InvoiceStanding, "isPaymentInProgress">[]): MoneySums {
  const sums: MoneySums = { outstandingCents: 0, notTransmittedCents: 0, toRefundCents: 0 };
  for (const invoice of invoices) {
    const fact = factOf(invoice);
    if (fact === "outstanding") sums.outstandingCents += invoice.outstandingCents;
    if (fact === "to_refund") sums.toRefundCents -= invoice.outstandingCents;
    if (!invoice.transmittedAt && !invoice.retractedAt) sums.notTransmittedCents += invoice.outstandingCents;
  }
  return sums;
}

interface DueStanding {
  /** As `2026-11-20`; null if not transmitted. */
  dueOn: string | null;
  /** Whether no message has reached the customer, so that there is no due day yet. Absent if only the day matters. */
  isNotAsked?: boolean;
}

/** Whether the invoice is outstanding, its customer was asked, and its due day is before `today` (`2026-11-20`). SQL: `whereFact`. */
export function isOverdue({ dueOn, isNotAsked = false, ...standing }: Parameters<typeof factOf>[0] & DueStanding, today: string): boolean {
  return factOf(standing) === "outstanding" && !isNotAsked && dueOn !== null && dueOn < today;
}

/** Whether the invoice is outstanding and on hold on this day. SQL: `whereListedHeld`. */
export function isOnHold(
  { hold, ...standing }: Parameters<typeof factOf>[0] & { hold: { until: string | null } | null },
  today: string,
): boolean {
  return factOf(standing) === "outstanding" && hold !== null && holdsOn(hold, today);
}

export function isState(fact: InvoiceFact): fact is InvoiceState {
  return invoiceStates.some((state) => state === fact);
}

export function isMoneyFact(fact: InvoiceFact): fact is MoneyFact {
  return moneyFacts.some((money) => money === fact);
}

/** Returns the states that invoices with this fact can be in. */
export function statesWithin(fact: InvoiceFact): InvoiceState[] {
  if (isState(fact)) return [fact];
  return fact === "to_refund" ? ["transmitted", "payment_in_progress", "retracted"] : ["transmitted", "payment_in_progress"];
}

/** States in which an invoice can be deleted. */
export const deletableStates = ["not_transmitted"] as const satisfies InvoiceState[];

/** States in which an invoice can be credited and retracted, the usual one first. */
export const retractableStates = ["transmitted", "not_transmitted"] as const satisfies InvoiceState[];
/** States in which collection of an invoice can be paused. */
export const pausableStates: readonly InvoiceState[] = ["transmitted", "payment_in_progress"];
