import type { Database } from "@/db/client";
import type { Actor } from "../actor";
import { lockInvoice } from "../invoices/find-invoice";
import { transact } from "../transact";
import { releaseHeldReplies } from "./release-held-replies";

/** "Send now": the actor's replies on this invoice do not wait any longer. None is fine too. Throws `invalid_invoice_id`. */
export function sendHeldReplies(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    await releaseHeldReplies(tx, actor, invoice);
  });
}
