import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { invoiceDetails } from "./find-invoice";

/** Lists those of these invoices that exist and the actor may see, in no particular order, with everything attached to them. */
export function listInvoicesById(db: Database, actor: Actor, invoiceIds: string[]) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), inArray(invoices.id, invoiceIds)));
}

const MOST_BY_NUMBER = 100;

/** The invoices that have this external number, the newest 100 first. */
export function listInvoicesByNumber(db: Database, actor: Actor, externalInvoiceNumber: string) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), eq(invoices.externalInvoiceNumber, externalInvoiceNumber)))
    .orderBy(desc(invoices.invoiceNumber))
    .limit(MOST_BY_NUMBER);
}
