import type { Database } from "@/db/client";
import { log } from "@/server/platform/log";
import type { Scope } from "@/server/platform/scope";
import { claimDeliveries } from "./claim-deliveries";
import { deliver } from "./deliver";
import { CONCURRENCY, CONCURRENCY_WITH_FAILING } from "./delivery-limits";
import { isDelivered } from "./is-delivered";

/** The outcome of a started delivery. `lost`: it could not be recorded, so the delivery is sent again after its lease. */
export type StartedOutcome = "delivered" | "failed" | "lost";

/**
 * Claims due deliveries, as far as there is room beside the `underWay` ones, and starts sending them. The returned promises never reject.
 */
export async function startDueDeliveries(
  db: Database,
  now: () => Date,
  underWay: number,
  scope?: Scope,
): Promise<Promise<StartedOutcome>[]> {
  const claimed = await claimDeliveries(db, now(), { all: CONCURRENCY - underWay, failing: CONCURRENCY_WITH_FAILING - underWay }, scope);
  return claimed.map(async (delivery) => {
    try {
      return isDelivered(await deliver(db, delivery, now)) ? "delivered" : "failed";
    } catch (error) {
      log().error({ err: error, delivery: delivery.id, endpoint: delivery.endpointId }, "delivery outcome not recorded");
      return "lost";
    }
  });
}
