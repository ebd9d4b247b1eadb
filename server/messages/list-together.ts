import type { HouseholdInvoice } from "@/server/billing/households/household";
import { dayOf, money, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/** An invoice as a household's mail lists it. */
interface ListedInvoice extends Pick<HouseholdInvoice, "invoiceNumber" | "externalInvoiceNumber" | "customerName" | "outstandingCents"> {
  /** Its due day. */
  dueOn: string;
  /** Unpaid fees among the outstanding amount, in cents. Absent: they are not stated. */
  costsCents?: number;
}

/** Returns names and values that list everything that a household is asked for, in the order in which it was recorded. */
export function listTogether(found: Subject, invoices: readonly ListedInvoice[]): [string, string][] {
  const say = sayInMessage[found.invoice.locale];
  return invoices
    .toSorted((one, other) => one.invoiceNumber - other.invoiceNumber)
    .map(({ externalInvoiceNumber: number, customerName: name, outstandingCents, dueOn, costsCents = 0 }) => [
      say("together.each", { number, name }),
      say(costsCents > 0 ? "together.eachWithCosts" : "together.eachDue", {
        amount: money(outstandingCents, found),
        fee: money(costsCents, found),
        due: dayOf(found, dueOn),
      }),
    ]);
}
