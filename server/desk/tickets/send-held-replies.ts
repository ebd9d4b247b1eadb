import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { transact } from "@/server/platform/transact";
import { releaseHeldReplies } from "./release-held-replies";

/** Sends the actor's held replies on this invoice immediately, if there are any. Throws `invalid_invoice_id`. */
export function sendHeldReplies(db: Database, actor: Actor, invoiceId: string): Promise<void> {
  return transact(db, actor, async (tx) => {
    const invoice = await lockInvoice(tx, actor, invoiceId);
    await releaseHeldReplies(tx, actor, invoice);
  });
}
