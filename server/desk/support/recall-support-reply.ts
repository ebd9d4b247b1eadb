import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { heldReplies } from "@/db/schema/conversations";
import type { RecalledReply } from "@/server/desk/tickets/recall-reply";
import { DomainError } from "@/server/errors";
import type { Supporter } from "./support-actor";

/** Takes back the supporter's own held reply, even if the conversation is no longer assigned to support. Throws `invalid_held_reply_id`. */
export async function recallSupportReply(db: Database, { person }: Supporter, heldReplyId: string): Promise<RecalledReply> {
  const [recalled] = await db
    .delete(heldReplies)
    .where(and(eq(heldReplies.id, heldReplyId), eq(heldReplies.authorId, person.id), eq(heldReplies.sender, "support")))
    .returning({ invoiceId: heldReplies.invoiceId, message: heldReplies.message });
  if (!recalled) throw new DomainError("invalid_held_reply_id");
  return recalled;
}
