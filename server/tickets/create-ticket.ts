import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { type Ticket, tickets } from "@/db/schema/tickets";
import type { Actor } from "../actor";
import { clock } from "../clock";
import { newId } from "../id";
import { lockInvoice } from "../invoices/find-invoice";
import { transact } from "../transact";

export interface NewTicket {
  message: string;
}

/** The company's word in the conversation. What the customer asked before it counts as answered. Throws `invalid_invoice_id`. */
export function createTicket(db: Database, actor: Actor, invoiceId: string, { message }: NewTicket): Promise<Ticket> {
  return transact(db, actor, async (tx) => {
    // One reply after another, so that the conversation is recorded in the order in which it was had.
    const { partnerId, companyId } = await lockInvoice(tx, actor, invoiceId);
    await tx
      .update(tickets)
      .set({ status: "answered" })
      .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, invoiceId), eq(tickets.status, "unanswered")));
    return only(
      await tx
        .insert(tickets)
        .values({
          partnerId,
          companyId,
          invoiceId,
          id: newId(),
          sender: "company",
          status: "answered",
          message,
          createdAt: clock.now(actor),
        })
        .returning(),
    );
  });
}
