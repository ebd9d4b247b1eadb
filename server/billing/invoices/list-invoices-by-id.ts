import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { invoiceDetails } from "./find-invoice";

/**
 * Lists the invoices with these ids, with everything attached to them, in no particular order. Leaves out invoices that the actor may not
 * see.
 */
export function listInvoicesById(db: Database, actor: Actor, invoiceIds: string[]) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), inArray(invoices.id, invoiceIds)));
}

/** Maximum number of invoices with one external number that are listed. */
const MOST_BY_NUMBER = 100;

/** Lists the invoices with this external number, newest first, at most 100. */
export function listInvoicesByNumber(db: Database, actor: Actor, externalInvoiceNumber: string) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), eq(invoices.externalInvoiceNumber, externalInvoiceNumber)))
    .orderBy(desc(invoices.invoiceNumber))
    .limit(MOST_BY_NUMBER);
}
