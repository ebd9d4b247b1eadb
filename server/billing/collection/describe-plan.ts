import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { sumOf } from "@/server/domain/rules/account";
import { clock } from "@/server/platform/clock";
import { findCollectedInvoices } from "./collected-invoices";
import { findNamedDay } from "./find-named-day";
import { type CollectedInvoice, dueOnOf, type PlannedItem, plan } from "./plan";

export interface InvoicePlan {
  /** The due day. */
  dueOn: string;
  /** Day to pay by that the newest message to the customer names; null if none names a day, or nothing is to be paid. */
  payBy: string | null;
  /** Coming steps in order. A step is left out if the invoice is paid, credited or retracted before it. */
  items: PlannedItem[];
}

/**
 * Returns an invoice's due day, the day to pay by, and coming steps. Null if the service does not collect the invoice, or has not begun.
 * Throws `invalid_invoice_id`.
 */
export async function describePlan(db: Database, actor: Actor, invoiceId: string): Promise<InvoicePlan | null> {
  await requireInvoice(db, actor, invoiceId);
  const { partnerId } = actor;
  const [[invoice], named] = await Promise.all([
    findCollectedInvoices(db, partnerId, [invoiceId]),
    findNamedDay(db, { partnerId, invoiceId }),
  ]);
  if (!invoice) return null;
  const now = clock.now(actor);
  return { dueOn: dueOnOf(invoice, now), payBy: isToBePaid(invoice) ? named : null, items: plan(invoice, now) };
}

function isToBePaid({ retractedAt, lines }: CollectedInvoice): boolean {
  return !retractedAt && sumOf(lines) > 0;
}
