import { laterDay } from "@/server/domain/formats/calendar";
import type { CollectedInvoice } from "./collected-invoice";
import { dueOnOf } from "./plan";

/**
 * Returns the invoice as if it were first asked for now: its days to pay begin now, and end no earlier than on the due day that the customer may
 * have been told of, such as that of a direct debit (decision 0203).
 */
export function dueFromNow(invoice: CollectedInvoice, now: Date): CollectedInvoice {
  if (invoice.dueOn === null) return invoice;
  return { ...invoice, dueOn: laterDay(invoice.dueOn, dueOnOf({ ...invoice, dueOn: null }, now)) };
}
