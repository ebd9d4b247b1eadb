import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Draft, drafts } from "@/db/schema/conversations";
import type { Actor } from "@/server/actor";
import { requireInvoice } from "@/server/billing/invoices/find-invoice";
import { authorIdOf } from "./author";

export type DraftTexts = Pick<Draft, "reply" | "note">;

/** Stores the actor's draft, for all of their devices. Deletes it if both texts are empty. Throws `invalid_invoice_id`. */
export async function keepDraft(db: Database, actor: Actor, invoiceId: string, { reply, note }: DraftTexts): Promise<void> {
  await requireInvoice(db, actor, invoiceId);
  if (reply.trim() === "" && note.trim() === "") {
    await db.delete(drafts).where(isDraftOf(actor, invoiceId));
    return;
  }
  const texts = { reply, note, keptAt: sql`now()` };
  await db
    .insert(drafts)
    .values({ partnerId: actor.partnerId, invoiceId, authorId: authorIdOf(actor), ...texts })
    .onConflictDoUpdate({ target: [drafts.partnerId, drafts.invoiceId, drafts.authorId], set: texts });
}

/** Removes the text that was sent from the actor's draft, and the whole draft if its other text is empty. */
export async function clearDraft(tx: Database, actor: Actor, invoiceId: string, sent: keyof DraftTexts): Promise<void> {
  const other = sent === "reply" ? drafts.note : drafts.reply;
  const isOwnDraft = isDraftOf(actor, invoiceId);
  await tx.delete(drafts).where(and(isOwnDraft, eq(other, "")));
  await tx
    .update(drafts)
    .set({ [sent]: "" })
    .where(isOwnDraft);
}

function isDraftOf(actor: Actor, invoiceId: string) {
  return and(eq(drafts.partnerId, actor.partnerId), eq(drafts.invoiceId, invoiceId), eq(drafts.authorId, authorIdOf(actor)));
}
