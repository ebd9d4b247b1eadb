import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import type { Actor } from "@/server/actor";
import type { InvoiceDetails } from "@/server/billing/invoices/invoice";
import { listTickets } from "@/server/desk/tickets/list-tickets";

/** Returns the messages of an invoice's conversation. */
export async function messagesOf(actor: Actor, invoice: InvoiceDetails): Promise<string[]> {
  return (await listTickets(db, actor, invoice.id)).map(({ message }) => message);
}

/** Returns the status of each ticket of an invoice, by its message. */
export async function statusesOf(actor: Actor, invoice: InvoiceDetails): Promise<Record<string, string>> {
  return Object.fromEntries((await listTickets(db, actor, invoice.id)).map(({ message, status }) => [message, status]));
}

/** Returns the ids of an invoice's held replies. */
export async function heldOf(invoice: InvoiceDetails): Promise<{ id: string }[]> {
  return db
    .select({ id: heldReplies.id })
    .from(heldReplies)
    .where(and(eq(heldReplies.partnerId, invoice.partnerId), eq(heldReplies.invoiceId, invoice.id)));
}
