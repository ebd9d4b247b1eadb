import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { transact } from "@/server/platform/transact";
import { closeConversation } from "./close-conversation";
import { releaseHeldReplies } from "./release-held-replies";
import { requireNothingNewer, type Seen } from "./require-nothing-newer";

/**
 * Archives the conversation, and ends its assignment to support. Repeating it changes nothing. Sends the person's held replies first,
 * because sent later they would reopen the conversation. Returns the archiving that `unarchiveTickets` undoes; null if nothing was
 * archived. Throws `invalid_invoice_id`, and `newer_message_exists` if there is a message that the actor did not see.
 */
export function archiveTickets(db: Database, actor: Actor, invoiceId: string, seen: Seen = {}): Promise<string | null> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    await requireNothingNewer(tx, actor, invoice, seen);
    // A held reply may itself archive the conversation when it is sent.
    const archivingId = actor.kind === "person" ? await releaseHeldReplies(tx, actor, invoice) : null;
    return (await closeConversation(tx, actor, invoice)) ?? archivingId;
  });
}
