import { and, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { invoiceDetails } from "./find-invoice";

/** Those of these invoices that exist and the actor may see, in no particular order, with all that is attached to them. */
export function listInvoicesById(db: Database, actor: Actor, invoiceIds: string[]) {
  return db
    .select(invoiceDetails)
    .from(invoices)
    .where(and(visibleTo(actor, invoices), inArray(invoices.id, invoiceIds)));
}
