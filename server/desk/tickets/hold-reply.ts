import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import { tickets } from "@/db/schema/tickets";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { channelsOf } from "@/server/domain/rules/reach";
import { UNDO_REPLY_MS } from "@/server/domain/rules/reply-hold";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { authorIdOf } from "./author";
import type { HeldReplyOfReader } from "./conversation";
import { clearDraft } from "./keep-draft";
import type { Reply } from "./record-reply";
import { requireNothingNewer, type Seen } from "./require-nothing-newer";

export interface NewReply extends Pick<Reply, "message" | "sender">, Seen {
  /** Whether the conversation is archived when the reply is sent, if nobody else has written until then. */
  thenArchive: boolean;
}

/**
 * Holds a reply for 10 s, during which its author can take it back. Then the job `replies` (`release-due-replies.ts`) sends it in the
 * author's name, even if the author has lost access or the assignment to support has ended by then. Throws `invalid_invoice_id`,
 * `newer_message_exists`, and `customer_without_email` if the reply could not be mailed.
 */
export function holdReply(
  db: Database,
  actor: Actor,
  invoiceId: string,
  { message, sender, thenArchive, ...seen }: NewReply,
): Promise<HeldReplyOfReader> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    await requireNothingNewer(tx, actor, invoice, seen);
    if (!channelsOf(invoice).email) throw new DomainError("customer_without_email");

    const id = newId();
    await tx.insert(heldReplies).values({
      partnerId: invoice.partnerId,
      companyId: invoice.companyId,
      invoiceId,
      id,
      authorId: authorIdOf(actor),
      sender,
      message,
      thenArchive,
      readUntilOrder: sql`(select coalesce(max(${tickets.recordedOrder}), 0) from ${tickets}
        where ${tickets.partnerId} = ${invoice.partnerId} and ${tickets.invoiceId} = ${invoiceId})`,
      createdAt: clock.now(actor),
      // The database's clock, because any process may send the reply.
      dueAt: sql`clock_timestamp() + ${UNDO_REPLY_MS} * interval '1 millisecond'`,
    });
    await clearDraft(tx, actor, invoiceId, "reply");
    return { id, message, thenArchive, remainingMs: UNDO_REPLY_MS };
  });
}
