import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { archivings } from "@/db/schema/conversations";
import { supportAssignments, tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";
import type { LockedInvoice } from "./conversation";

/**
 * Undoes the newest archiving completely: every ticket gets its former status, and an assignment to support is restored. With
 * `archivingId`, does so only if that archiving is the newest. Throws `invalid_invoice_id`, and `nothing_to_undo`, also if somebody has
 * written since.
 */
export function unarchiveTickets(db: Database, actor: Actor, invoiceId: string, archivingId?: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    const { partnerId, companyId } = invoice;

    const newest = await findNewestArchiving(tx, invoice);
    if (!newest || (archivingId !== undefined && newest.id !== archivingId)) throw new DomainError("nothing_to_undo");
    if (await isOpen(tx, invoice)) throw new DomainError("nothing_to_undo");

    await tx
      .update(tickets)
      .set({ status: sql`${tickets.archivedFrom}`, archivingId: null, archivedFrom: null })
      .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, invoiceId), eq(tickets.archivingId, newest.id)));
    if (newest.assignedAt) {
      await tx.insert(supportAssignments).values({ partnerId, companyId, invoiceId, assignedAt: newest.assignedAt }).onConflictDoNothing();
    }
    await tx.delete(archivings).where(and(eq(archivings.partnerId, partnerId), eq(archivings.id, newest.id)));
  });
}

async function findNewestArchiving(tx: Database, { partnerId, id }: LockedInvoice) {
  const [newest] = await tx
    .select({ id: archivings.id, assignedAt: archivings.assignedAt })
    .from(archivings)
    .where(and(eq(archivings.partnerId, partnerId), eq(archivings.invoiceId, id)))
    .orderBy(desc(archivings.recordedOrder))
    .limit(1);
  return newest;
}

/** Whether the conversation has an open ticket. An archiving leaves none open, so an open one was recorded after it. */
async function isOpen(tx: Database, { partnerId, id }: LockedInvoice): Promise<boolean> {
  const open = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, id), ne(tickets.status, "archived")))
    .limit(1);
  return open.length > 0;
}
