import type { InvoiceLine } from "@/db/schema/invoice-lines";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt, laterDay, sameTimeOn } from "@/server/domain/formats/calendar";

/** A line of an invoice, as its plan sees it. Amount in cents. */
export interface CollectedLine extends Pick<InvoiceLine, "type" | "amountCents" | "date"> {
  /** The payment that the line records or takes back. Null or absent: none. */
  paymentId?: string | null;
  /** Whether the line was added later than the invoice. */
  isAdded?: boolean;
  /** For a chargeback: whether the chargeback reverses a wrong booking. */
  isUndone?: boolean;
  /** For a chargeback: when the returned payment had arrived. Null or absent: not known. */
  paidAt?: Date | null;
  /** For a chargeback: how the returned payment was made. Null or absent: not known. */
  method?: InvoiceLine["paymentMethod"];
  /** For a chargeback: when the service recorded it, which may be days after the bank's `date`. Null or absent: at `date`. */
  recordedAt?: Date | null;
}

/** Facts about an invoice's returned payments, as in `CollectedInvoice`. */
interface Returns {
  lines: CollectedLine[];
  returnNamed: string | null;
}

/** Minimum number of days to pay that a message after the due day gives, unless a late-payment fee comes earlier. */
export const LEAST_DAYS_TO_PAY = 7;

/** Returns the earliest time of the reminder behind one that is sent at `at`: once the days to pay that the earlier one leaves are over. */
export function afterDaysToPay(at: Date): Date {
  return sameTimeOn(addDays(dayAt(at), LEAST_DAYS_TO_PAY + 1), at);
}

/** Returns the first day from a week after `day` on which banks book. The Swiss calendar is closed whenever TARGET is. */
export function bankDayInAWeek(day: string): string {
  return bankDayFrom(addDays(day, LEAST_DAYS_TO_PAY), "swiss");
}

/** Returns the chargebacks that left an amount to pay. Leaves out refunds, which are recorded as chargebacks, and undone bookings. */
export function chargebacksOf({ lines }: Pick<Returns, "lines">): CollectedLine[] {
  let outstandingCents = 0;
  return lines.filter(({ type, amountCents, isUndone }) => {
    outstandingCents += amountCents;
    return type === "CHARGEBACK-LINE" && !isUndone && amountCents > 0 && outstandingCents > 0;
  });
}

/**
 * Returns the day until which a customer has time after the last chargeback: nothing is demanded before it is over. It is the latest day
 * that a mail about a returned payment named. Before the mail was sent, or without one, it is the day that it would have named when the
 * chargeback was recorded, or on the bank's day if that is later. Undefined without a chargeback.
 */
export function dayAfterReturn(invoice: Returns): string | undefined {
  const chargeback = chargebacksOf(invoice).at(-1);
  if (!chargeback) return undefined;
  const on = dayAt(chargeback.date);
  const named = bankDayInAWeek(chargeback.recordedAt ? laterDay(on, dayAt(chargeback.recordedAt)) : on);
  return invoice.returnNamed ? laterDay(named, invoice.returnNamed) : named;
}

/** Returns the last day to pay in time: `due`, the due day, or the day until which a returned payment leaves time, if that is later. */
export function lastDayInTime(invoice: Returns, due: string): string {
  return laterDay(due, dayAfterReturn(invoice) ?? due);
}

/** Whether nothing is demanded on a day, because a payment was returned and the customer still has time to pay again. */
export function isReturnedLately(invoice: Returns, day: string): boolean {
  return (dayAfterReturn(invoice) ?? "") >= day;
}
