import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoices } from "@/db/schema/invoices";
import { type Ticket, tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { whereInvoice } from "@/server/billing/invoices/find-invoice";
import { DomainError } from "@/server/errors";

/** Returns the tickets of an invoice in recorded order. Throws `invalid_invoice_id`. */
export async function listTickets(db: Database, actor: Actor, invoiceId: string): Promise<Ticket[]> {
  const rows = await db
    .select({ ticket: tickets })
    .from(invoices)
    .leftJoin(tickets, and(eq(tickets.partnerId, invoices.partnerId), eq(tickets.invoiceId, invoices.id)))
    .where(whereInvoice(actor, invoiceId))
    .orderBy(tickets.recordedOrder);
  if (rows.length === 0) throw new DomainError("invalid_invoice_id");
  return rows.flatMap(({ ticket }) => ticket ?? []);
}
