import type { Database } from "@/db/client";
import { notes } from "@/db/schema/conversations";
import type { Actor } from "@/server/actor";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { authorIdOf } from "./author";
import { clearDraft } from "./keep-draft";

export interface NewNote {
  text: string;
}

/**
 * Adds a note for colleagues. It changes no status, and is never shown to the customer or through the API. Throws
 * `invalid_invoice_id`.
 */
export function addNote(db: Database, actor: Actor, invoiceId: string, { text }: NewNote): Promise<{ id: string }> {
  return transact(db, actor, async (tx) => {
    const { partnerId, companyId } = await lockInvoice(tx, actor, invoiceId);
    const id = newId();
    await tx.insert(notes).values({ partnerId, companyId, invoiceId, id, authorId: authorIdOf(actor), text, createdAt: clock.now(actor) });
    await clearDraft(tx, actor, invoiceId, "note");
    return { id };
  });
}
