import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { owed } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";

/**
 * Ends what an endpoint is owed about mandates. Deliveries that are open stay as they are, and their confirmation leaves nothing owed. The
 * caller has locked the endpoint.
 */
export async function forgetOwedMandates(tx: Database, { partnerId }: Actor, endpointId: string): Promise<void> {
  const ofMandates = and(eq(owed.partnerId, partnerId), eq(owed.endpointId, endpointId), eq(owed.record, "mandate"));
  await tx.delete(owed).where(and(ofMandates, isNull(owed.deliveryId)));
  await tx
    .update(owed)
    .set({ transactionId: sql`${owed.coversTransactionId}`, changeId: sql`${owed.coversChangeId}`, againSince: null })
    .where(and(ofMandates, isNotNull(owed.deliveryId)));
}
