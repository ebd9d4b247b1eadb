import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { type Departure, findLastDeparture } from "@/server/billing/households/last-departure";
import { describeInvoice } from "@/server/billing/invoices/describe-invoice";
import type { InvoiceRecord } from "@/server/billing/invoices/invoice-record";
import { type InvoiceMoney, listMoney } from "@/server/billing/payments/list-money";
import { describePlan, type InvoicePlan } from "./describe-plan";

/** State of an invoice's collection. */
export interface Collection {
  invoice: InvoiceRecord;
  money: InvoiceMoney;
  /** Null if the service does not collect the invoice. */
  plan: InvoicePlan | null;
  /** When the invoice last left its household; null if it never did. */
  householdLeft: Departure | null;
}

/** Returns the state of an invoice's collection. Throws `invalid_invoice_id`. */
export async function describeCollection(db: Database, actor: Actor, invoiceId: string): Promise<Collection> {
  const [invoice, money, plan, householdLeft] = await Promise.all([
    describeInvoice(db, actor, invoiceId),
    listMoney(db, actor, invoiceId),
    describePlan(db, actor, invoiceId),
    findLastDeparture(db, actor, invoiceId),
  ]);
  return { invoice, money, plan, householdLeft };
}
