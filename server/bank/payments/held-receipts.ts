import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { type Actor, identityOf } from "@/server/actor";
import { UNDO_WINDOW } from "@/server/billing/invoices/announce";

/** Condition on a waiting message: it is a receipt, and still waits for a possible Undo of its booking. */
export function waitsForUndo({ heldBy, attempts, nextAttemptAt }: Record<"heldBy" | "attempts" | "nextAttemptAt", SQLWrapper>): SQL {
  return sql`(${heldBy} is not null and ${attempts} = 0 and ${nextAttemptAt} > now())`;
}

/**
 * Postpones the receipts of a person's bookings at the desk while the person works there: each is sent two minutes after the person's last act,
 * and at most ten minutes after its booking. The caller calls this in the transaction of each act, has locked all invoices, and no receipt.
 *
 * This order avoids deadlocks: a sender locks an invoice and then its receipt, and acts of one person lock receipts in the order of their ids.
 */
export async function putOffReceipts(tx: Database, actor: Actor): Promise<void> {
  const { partnerId, id, heldBy, heldUntil, state } = outgoingMessages;
  const held = tx
    .select({ id })
    .from(outgoingMessages)
    .where(and(eq(partnerId, actor.partnerId), eq(heldBy, identityOf(actor)), eq(state, "waiting"), waitsForUndo(outgoingMessages)))
    .orderBy(id)
    .for("update");
  await tx
    .update(outgoingMessages)
    .set({ nextAttemptAt: sql`least(${heldUntil}, now() + ${UNDO_WINDOW})` })
    .where(and(eq(partnerId, actor.partnerId), sql`${id} in (${held})`));
}

/** Makes all receipts of a partner that still wait for a possible Undo due now. */
export async function letReceiptsGo(tx: Database, ofPartner: string): Promise<void> {
  const { partnerId, state } = outgoingMessages;
  await tx
    .update(outgoingMessages)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(partnerId, ofPartner), eq(state, "waiting"), waitsForUndo(outgoingMessages)));
}
