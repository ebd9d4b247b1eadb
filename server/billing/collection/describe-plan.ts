import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { clock } from "@/server/platform/clock";
import { findCollectedInvoices } from "./collected-invoices";
import { dueOnOf, type PlannedItem, plan } from "./plan";

export interface InvoicePlan {
  /** The due day. */
  dueOn: string;
  /** Steps to come, in order, unless the invoice is paid, credited or retracted before. */
  items: PlannedItem[];
}

/** Returns an invoice's due day and steps to come; null if the service does not collect it, or not yet. Throws `invalid_invoice_id`. */
export async function describePlan(db: Database, actor: Actor, invoiceId: string): Promise<InvoicePlan | null> {
  await requireInvoice(db, actor, invoiceId);
  const [invoice] = await findCollectedInvoices(db, actor.partnerId, [invoiceId]);
  const now = clock.now(actor);
  return invoice ? { dueOn: dueOnOf(invoice, now), items: plan(invoice, now) } : null;
}
