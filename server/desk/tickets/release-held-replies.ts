import { and, eq, gt, isNull, ne, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type HeldReply, heldReplies } from "@/db/schema/conversations";
import { supportAssignments, tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { authorIdOf } from "./author";
import { closeConversation } from "./close-conversation";
import type { LockedInvoice } from "./conversation";
import { recordReply } from "./record-reply";

/**
 * Sends the actor's held replies, or one of them, on an invoice that the caller has locked. Deleting the row claims the reply, so it is
 * sent once, and never after it was taken back. Returns the archiving that the last reply caused; null if there was none.
 */
export async function releaseHeldReplies(tx: Database, actor: Actor, invoice: LockedInvoice, heldReplyId?: string): Promise<string | null> {
  const claimed = await tx
    .delete(heldReplies)
    .where(
      and(
        eq(heldReplies.partnerId, invoice.partnerId),
        eq(heldReplies.invoiceId, invoice.id),
        eq(heldReplies.authorId, authorIdOf(actor)),
        heldReplyId ? eq(heldReplies.id, heldReplyId) : undefined,
      ),
    )
    .returning();
  let archivingId: string | null = null;
  for (const reply of claimed.sort((a, b) => a.recordedOrder - b.recordedOrder)) archivingId = await send(tx, actor, invoice, reply);
  return archivingId;
}

async function send(tx: Database, actor: Actor, invoice: LockedInvoice, reply: HeldReply): Promise<string | null> {
  const { message, readUntilOrder } = reply;
  await recordReply(tx, actor, invoice, { message, sender: reply.sender === "support" ? "support" : "company", readUntilOrder });
  return reply.thenArchive && (await mayBeArchived(tx, invoice, reply)) ? closeConversation(tx, actor, invoice) : null;
}

/** Whether nobody else has written since the author looked and, for a reply by support, the conversation is still assigned to support. */
async function mayBeArchived(tx: Database, { partnerId, id: invoiceId }: LockedInvoice, reply: HeldReply): Promise<boolean> {
  const unread = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.partnerId, partnerId),
        eq(tickets.invoiceId, invoiceId),
        gt(tickets.recordedOrder, reply.readUntilOrder),
        or(isNull(tickets.authorId), ne(tickets.authorId, reply.authorId)),
      ),
    )
    .limit(1);
  if (unread.length > 0) return false;
  if (reply.sender !== "support") return true;

  const assigned = await tx
    .select({ assignedAt: supportAssignments.assignedAt })
    .from(supportAssignments)
    .where(and(eq(supportAssignments.partnerId, partnerId), eq(supportAssignments.invoiceId, invoiceId)));
  return assigned.length > 0;
}
