import type { Database } from "@/db/client";
import { supportAssignments } from "@/db/schema/tickets";
import type { Actor } from "../actor";
import { clock } from "../clock";
import { lockInvoice } from "../invoices/find-invoice";
import { transact } from "../transact";

/** Puts the conversation into the support team's queue; no status changes. Throws `invalid_invoice_id`. */
export function assignToSupport(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId, companyId } = await lockInvoice(tx, actor, invoiceId);
    await tx
      .insert(supportAssignments)
      .values({ partnerId, invoiceId, companyId, assignedAt: clock.now(actor) })
      .onConflictDoNothing();
  });
}
