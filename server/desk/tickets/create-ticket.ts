import type { Database } from "@/db/client";
import type { Ticket } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { transact } from "@/server/platform/transact";
import { recordReply } from "./record-reply";

export interface NewTicket {
  message: string;
}

/** The company's word in the conversation. What the customer asked before it counts as answered. Throws `invalid_invoice_id`. */
export function createTicket(db: Database, actor: Actor, invoiceId: string, { message }: NewTicket): Promise<Ticket> {
  return transact(db, actor, async (tx) => {
    // One reply after another, so that the conversation is recorded in the order in which it was had.
    const invoice = await lockInvoice(tx, actor, invoiceId);
    return recordReply(tx, actor, invoice, { message, sender: "company" });
  });
}
