import { and, eq } from "drizzle-orm";
import { isOneOf } from "@/db/array-text";
import type { Database } from "@/db/client";
import { mandates } from "@/db/schema/mandates";
import { type Actor, identityOf } from "@/server/actor";

/** Ends mandates that the caller has found to be expired as the payer gives another one: a payer has one at a time. */
export async function endReplaced(tx: Database, actor: Actor, ids: readonly string[], endedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(mandates)
    .set({ endedAt, endedReason: "replaced", endedBy: identityOf(actor) })
    .where(and(eq(mandates.partnerId, actor.partnerId), isOneOf(mandates.id, ids)));
}
