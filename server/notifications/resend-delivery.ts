import type { Database } from "@/db/client";
import { deliveries } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";
import { getOwnDelivery, whereOwnDelivery } from "./delivery";
import { lockOwnEndpoint } from "./endpoint";

/**
 * Makes a delivery due again, confirmed or not, with the same id and body. Throws `not_allowed`, `invalid_delivery_id`, and
 * `endpoint_switched_off`.
 */
export async function resendDelivery(db: Database, actor: Actor, id: string, now = new Date()): Promise<void> {
  const { endpointId } = await getOwnDelivery(db, actor, id);
  await db.transaction(async (tx) => {
    const { switchedOffAt } = await lockOwnEndpoint(tx, actor, endpointId);
    if (switchedOffAt) throw new DomainError("endpoint_switched_off");
    await tx
      .update(deliveries)
      .set({ status: "pending", deliveredAt: null, nextAttemptAt: now, failures: 0 })
      .where(whereOwnDelivery(actor, id));
  });
}
