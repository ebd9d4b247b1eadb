import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { supportAssignments } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { transact } from "@/server/platform/transact";

/**
 * Ends the assignment to support, when support hands the conversation back or the partner takes it back. Changes no status; repeating it
 * changes nothing. Throws `invalid_invoice_id`.
 */
export function handBack(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId } = await lockInvoice(tx, actor, invoiceId);
    await tx
      .delete(supportAssignments)
      .where(and(eq(supportAssignments.partnerId, partnerId), eq(supportAssignments.invoiceId, invoiceId)));
  });
}
