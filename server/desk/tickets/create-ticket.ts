import type { Database } from "@/db/client";
import type { Ticket } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { transact } from "@/server/platform/transact";
import { recordReply } from "./record-reply";

export interface NewTicket {
  message: string;
}

/** Adds the company's message to the conversation. The customer's earlier questions become answered. Throws `invalid_invoice_id`. */
export function createTicket(db: Database, actor: Actor, invoiceId: string, { message }: NewTicket): Promise<Ticket> {
  return transact(db, actor, async (tx) => {
    // Locks, so that simultaneous replies are recorded one after another.
    const invoice = await lockInvoice(tx, actor, invoiceId);
    return recordReply(tx, actor, invoice, { message, sender: "company" });
  });
}
