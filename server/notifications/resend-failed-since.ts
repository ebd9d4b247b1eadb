import { and, eq, exists, gt, gte } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveries, deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { lockOwnEndpoint } from "./endpoint";

/**
 * Makes the endpoint's unconfirmed deliveries due at once if an attempt has failed since the given time, and returns their number. Throws
 * `not_allowed`, `invalid_endpoint_id`, and `endpoint_switched_off`: switching the endpoint on sends everything anyway.
 */
export async function resendFailedSince(db: Database, actor: Actor, endpointId: string, since: Date, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const { switchedOffAt, partnerId } = await lockOwnEndpoint(tx, actor, endpointId);
    if (switchedOffAt) throw new DomainError("endpoint_switched_off");
    const attemptsSince = tx
      .select({ number: deliveryAttempts.number })
      .from(deliveryAttempts)
      .where(
        and(
          eq(deliveryAttempts.partnerId, deliveries.partnerId),
          eq(deliveryAttempts.endpointId, deliveries.endpointId),
          eq(deliveryAttempts.deliveryId, deliveries.id),
          gte(deliveryAttempts.startedAt, since),
        ),
      );
    const due = await tx
      .update(deliveries)
      .set({ nextAttemptAt: now, failures: 0 })
      .where(
        and(
          eq(deliveries.partnerId, partnerId),
          eq(deliveries.endpointId, endpointId),
          eq(deliveries.status, "pending"),
          gt(deliveries.failures, 0),
          exists(attemptsSince),
        ),
      )
      .returning({ id: deliveries.id });
    return due.length;
  });
}
