import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type HeldReply, heldReplies } from "@/db/schema/conversations";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { authorIdOf } from "./author";

export type RecalledReply = Pick<HeldReply, "invoiceId" | "message">;

/** Takes back the author's held reply: it is not sent, and its text is returned to the editor. Throws `invalid_held_reply_id`. */
export async function recallReply(db: Database, actor: Actor, heldReplyId: string): Promise<RecalledReply> {
  const [recalled] = await db
    .delete(heldReplies)
    .where(and(visibleTo(actor, heldReplies), eq(heldReplies.id, heldReplyId), eq(heldReplies.authorId, authorIdOf(actor))))
    .returning({ invoiceId: heldReplies.invoiceId, message: heldReplies.message });
  if (!recalled) throw new DomainError("invalid_held_reply_id");
  return recalled;
}
