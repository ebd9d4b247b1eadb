import { and, desc, eq, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import { tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { authorIdOf } from "./author";
import type { LockedInvoice } from "./conversation";

export interface Seen {
  /** Newest ticket that the reader saw; null if there was none. Absent: newer tickets do not matter. */
  lastSeenTicketId?: string | null;
}

/**
 * Throws `newer_message_exists` unless the conversation is as the actor saw it. The caller has locked its invoice. A colleague's held reply
 * counts as newer, although it is not visible yet.
 */
export async function requireNothingNewer(
  tx: Database,
  actor: Actor,
  { partnerId, id: invoiceId }: LockedInvoice,
  { lastSeenTicketId }: Seen,
): Promise<void> {
  if (lastSeenTicketId === undefined) return;
  const [newest] = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.partnerId, partnerId), eq(tickets.invoiceId, invoiceId)))
    .orderBy(desc(tickets.recordedOrder))
    .limit(1);
  if ((newest?.id ?? null) !== lastSeenTicketId) throw new DomainError("newer_message_exists");

  const [colleaguesReply] = await tx
    .select({ id: heldReplies.id })
    .from(heldReplies)
    .where(and(eq(heldReplies.partnerId, partnerId), eq(heldReplies.invoiceId, invoiceId), ne(heldReplies.authorId, authorIdOf(actor))))
    .limit(1);
  if (colleaguesReply) throw new DomainError("newer_message_exists");
}
