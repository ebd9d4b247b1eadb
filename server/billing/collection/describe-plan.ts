import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { clock } from "@/server/platform/clock";
import { findCollectedInvoices } from "./collected-invoices";
import { dueOnOf, type PlannedItem, plan } from "./plan";

export interface InvoicePlan {
  /** The due day. */
  dueOn: string;
  /** Coming steps in order. A step is left out if the invoice is paid, credited or retracted before it. */
  items: PlannedItem[];
}

/**
 * Returns an invoice's due day and coming steps. Null if the service does not collect the invoice, or has not begun. Throws
 * `invalid_invoice_id`.
 */
export async function describePlan(db: Database, actor: Actor, invoiceId: string): Promise<InvoicePlan | null> {
  await requireInvoice(db, actor, invoiceId);
  const [invoice] = await findCollectedInvoices(db, actor.partnerId, [invoiceId]);
  const now = clock.now(actor);
  return invoice ? { dueOn: dueOnOf(invoice, now), items: plan(invoice, now) } : null;
}
