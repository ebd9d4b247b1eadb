import { and, eq, ne, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { archivings } from "@/db/schema/conversations";
import { supportAssignments, tickets } from "@/db/schema/tickets";
import { type Actor, identityOf } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import type { LockedInvoice } from "./conversation";

/**
 * Archives the tickets that are not archived yet and ends the assignment to support, under one archiving, so that both can be undone
 * together. The caller has locked the invoice. Returns the archiving's id; null if there was nothing to archive.
 */
export async function closeConversation(
  tx: Database,
  actor: Actor,
  { partnerId, companyId, id: invoiceId }: LockedInvoice,
): Promise<string | null> {
  const id = newId();
  const archived = await tx
    .update(tickets)
    .set({ status: "archived", archivingId: id, archivedFrom: sql`${tickets.status}` })
    .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, invoiceId), ne(tickets.status, "archived")))
    .returning({ id: tickets.id });
  const [assignment] = await tx
    .delete(supportAssignments)
    .where(and(eq(supportAssignments.partnerId, partnerId), eq(supportAssignments.invoiceId, invoiceId)))
    .returning({ assignedAt: supportAssignments.assignedAt });
  if (archived.length === 0 && !assignment) return null;

  await tx.insert(archivings).values({
    partnerId,
    companyId,
    invoiceId,
    id,
    actor: identityOf(actor),
    archivedAt: clock.now(actor),
    assignedAt: assignment?.assignedAt ?? null,
  });
  return id;
}
