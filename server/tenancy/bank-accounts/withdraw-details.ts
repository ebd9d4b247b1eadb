import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankAccountDetails } from "@/db/schema/bank-accounts";
import { type Actor, identityOf } from "@/server/actor";
import { clock } from "@/server/platform/clock";

/** Marks a waiting change as withdrawn. */
export async function withdrawDetails(tx: Database, actor: Actor, id: string): Promise<void> {
  await tx
    .update(bankAccountDetails)
    .set({ withdrawnAt: clock.now(actor), withdrawnBy: identityOf(actor) })
    .where(and(eq(bankAccountDetails.partnerId, actor.partnerId), eq(bankAccountDetails.id, id)));
}
