import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import type { Payment } from "@/db/schema/payments";
import { type Actor, nameOf } from "@/server/actor";
import { UNDO_WINDOW } from "@/server/billing/invoices/announce";

/**
 * Puts off the receipts of what a person has booked at the desk, since they are still at it: each leaves two minutes after their last act there, and ten minutes after its booking at the
 * latest. To be called last in the transaction of each act: a sender holds an invoice before it takes a receipt.
 */
export async function putOffReceipts(tx: Database, actor: Actor): Promise<void> {
  const { partnerId, id, heldBy, heldUntil, state, attempts, nextAttemptAt } = outgoingMessages;
  // Always in the same order, so that two acts of one person never wait for each other.
  const held = tx
    .select({ id })
    .from(outgoingMessages)
    .where(
      and(eq(partnerId, actor.partnerId), eq(heldBy, nameOf(actor)), eq(state, "waiting"), eq(attempts, 0), gt(nextAttemptAt, sql`now()`)),
    )
    .orderBy(id)
    .for("update");
  await tx
    .update(outgoingMessages)
    .set({ nextAttemptAt: sql`least(${heldUntil}, now() + ${UNDO_WINDOW})` })
    .where(and(eq(partnerId, actor.partnerId), sql`${id} in (${held})`));
}

/** Lets all receipts of a partner go that wait for somebody's Undo. */
export async function letReceiptsGo(tx: Database, ofPartner: string): Promise<void> {
  const { partnerId, heldBy, state, attempts, nextAttemptAt } = outgoingMessages;
  await tx
    .update(outgoingMessages)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(partnerId, ofPartner), sql`${heldBy} is not null`, eq(state, "waiting"), eq(attempts, 0), gt(nextAttemptAt, sql`now()`)));
}

/** Withdraws the receipt of a payment whose booking is undone. False: it has left, or may have. The caller holds the invoice's lock, without which none leaves. */
export async function withdrawReceipt(tx: Database, { partnerId, invoiceId, id }: Payment): Promise<boolean> {
  const { state } = outgoingMessages;
  const whereReceipt = and(
    eq(outgoingMessages.partnerId, partnerId),
    eq(outgoingMessages.invoiceId, invoiceId),
    eq(outgoingMessages.kind, "payment_received"),
    eq(outgoingMessages.aboutId, id),
  );
  await tx
    .update(outgoingMessages)
    .set({ state: "cancelled" })
    .where(and(whereReceipt, eq(state, "waiting")));
  const [receipt] = await tx.select({ state }).from(outgoingMessages).where(whereReceipt);
  return receipt === undefined || receipt.state === "cancelled" || receipt.state === "refused";
}
