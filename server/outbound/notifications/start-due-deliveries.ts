import type { Database } from "@/db/client";
import { log } from "@/server/platform/log";
import type { Scope } from "@/server/platform/scope";
import { claimDeliveries } from "./claim-deliveries";
import { deliver } from "./deliver";
import { CONCURRENCY, CONCURRENCY_WITH_FAILING } from "./delivery-limits";
import { isDelivered } from "./is-delivered";

/** What came of a delivery that was started: `lost` where it could not be written down, so that it is sent again once its lease has ended. */
export type StartedOutcome = "delivered" | "failed" | "lost";

/** Claims what is due, as far as there is room beside those that are under way, and begins to send it. None of what it answers ever rejects. */
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
