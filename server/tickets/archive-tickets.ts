import { and, eq, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { supportAssignments, tickets } from "@/db/schema/tickets";
import type { Actor } from "../actor";
import { lockInvoice } from "../invoices/find-invoice";
import { transact } from "../transact";

/** Closes the conversation, which also leaves support's queue. Doing it twice changes nothing. Throws `invalid_invoice_id`. */
export function archiveTickets(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId } = await lockInvoice(tx, actor, invoiceId);
    await tx
      .update(tickets)
      .set({ status: "archived" })
      .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, invoiceId), ne(tickets.status, "archived")));
    await tx
      .delete(supportAssignments)
      .where(and(eq(supportAssignments.partnerId, partnerId), eq(supportAssignments.invoiceId, invoiceId)));
  });
}
