import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import type { InvoiceQuery } from "./invoice-filter";
import { type ListedInvoice, type Page, readListed, selectListed } from "./listed-invoice";
import { matchInvoices } from "./match-invoices";
import { orderInvoices } from "./order-invoices";

/** Lists one page of matching invoices. Does not count all matches, which takes longer: see `summarizeInvoices`. */
export async function listInvoices(db: Database, actor: Actor, query: InvoiceQuery): Promise<ListedInvoice[]> {
  const rows = await readListed(db, actor, pageOf(actor, query));
  return rows.map(({ reference, customerEmail, ...listed }) => listed);
}

/** Returns the statement that finds and reads the page, without executing it, so that tests can inspect its plan. */
export function listStatement(db: Database, actor: Actor, query: InvoiceQuery) {
  return selectListed(db, pageOf(actor, query));
}

function pageOf(actor: Actor, query: InvoiceQuery): Page {
  const { pageNumber, pageSize } = query;
  const order = orderInvoices(actor, query);
  const numbers = sql`select ${invoices.invoiceNumber} from ${invoices} where ${matchInvoices(actor, query)}
    order by ${sql.join(order, sql`, `)} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`;
  return { numbers, order };
}
