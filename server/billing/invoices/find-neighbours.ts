import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import type { InvoiceFilter, InvoiceOrder } from "./invoice-filter";
import { matchInvoices } from "./match-invoices";
import { orderInvoices, placeOf } from "./order-invoices";

/** Position of an invoice among the matches, such as "8 of 1,284", and its neighbours. */
export interface Neighbours {
  previousId: string | null;
  nextId: string | null;
  /** From 1. */
  position: number;
  totalEntries: number;
}

/** Finds an invoice's position and neighbours; null if the invoice does not match or does not exist. */
export async function findNeighbours(
  db: Database,
  actor: Actor,
  query: InvoiceFilter & InvoiceOrder,
  invoiceId: string,
): Promise<Neighbours | null> {
  const [found] = await neighboursStatement(db, actor, query, invoiceId);
  return found ?? null;
}

/** Returns the statement without executing it, so that tests can inspect its plan. */
export function neighboursStatement(db: Database, actor: Actor, query: InvoiceFilter & InvoiceOrder, invoiceId: string) {
  const matches = matchInvoices(actor, query);
  // The invoice's place in the order; no row if it does not match.
  const here = db
    .$with("here", {})
    .as(sql`select ${placeOf(actor, query)} from ${invoices} where ${and(matches, eq(invoices.id, invoiceId))}`);
  const isAscending = query.direction === "asc";
  const before = sql`(${placeOf(actor, query)}) ${sql.raw(isAscending ? "<" : ">")} (table here)`;
  const after = sql`(${placeOf(actor, query)}) ${sql.raw(isAscending ? ">" : "<")} (table here)`;
  const nearest = (condition: SQL, order: SQL[]) => sql<
    string | null
  >`(select ${invoices.id} from ${invoices} where ${invoices.invoiceNumber} = (
    select ${invoices.invoiceNumber} from ${invoices} where ${and(matches, condition)} order by ${sql.join(order, sql`, `)} limit 1))`;

  return db
    .with(here)
    .select({
      previousId: nearest(before, orderInvoices(actor, { ...query, direction: isAscending ? "desc" : "asc" })),
      nextId: nearest(after, orderInvoices(actor, query)),
      position: sql`1 + count(*) filter (where ${before})`.mapWith(Number),
      totalEntries: sql`count(*)`.mapWith(Number),
    })
    .from(invoices)
    .where(matches)
    .having(sql`exists (table here)`);
}
