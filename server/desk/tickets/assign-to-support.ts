import type { Database } from "@/db/client";
import { supportAssignments } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";

/**
 * Puts the conversation into the support team's queue. No status changes. The trigger `support_assignments_added`
 * (db/rules/support_assignments.sql) records it. Throws `invalid_invoice_id`.
 */
export function assignToSupport(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const { partnerId, companyId } = await lockInvoice(tx, actor, invoiceId);
    await tx
      .insert(supportAssignments)
      .values({ partnerId, invoiceId, companyId, assignedAt: clock.now(actor) })
      .onConflictDoNothing();
  });
}
