import { asc, desc, type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { dueOnToSortBy } from "./due-conditions";
import type { InvoiceOrder } from "./invoice-filter";

const number = sql`${invoices.invoiceNumber}`;

/** Columns of each order. Every order ends with the number, so that no two invoices are equal. */
const places = {
  number: () => [number],
  // The search text begins with the customer's name, folded.
  customer: () => [sql`${invoices.searchText}`, number],
  due: (actor) => [dueOnToSortBy(actor), number],
  billed: () => [sql`${invoices.amountBilledCents}`, number],
  outstanding: () => [sql`${invoices.amountTotalCents}`, number],
} satisfies Record<InvoiceOrder["sort"], (actor: Actor) => SQL[]>;

/** SQL for an invoice's place in an order, to compare with the places of others. */
export function placeOf(actor: Actor, { sort }: Pick<InvoiceOrder, "sort">): SQL {
  return sql.join(places[sort](actor), sql`, `);
}

/** Returns the columns of an order with its direction, for `order by`. */
export function orderInvoices(actor: Actor, { sort, direction }: InvoiceOrder): SQL[] {
  return places[sort](actor).map(direction === "asc" ? asc : desc);
}
