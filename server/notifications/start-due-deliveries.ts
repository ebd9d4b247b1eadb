import type { Database } from "@/db/client";
import { log } from "../log";
import { claimDeliveries } from "./claim-deliveries";
import { deliver } from "./deliver";
import { isDelivered } from "./is-delivered";

/** What came of a delivery that was started: `lost` where it could not be written down, so that it is sent again once its lease has ended. */
export type StartedOutcome = "delivered" | "failed" | "lost";

/** Claims what is due, at most so many, and begins to send it. None of what it answers ever rejects. */
export async function startDueDeliveries(db: Database, now: () => Date, limit: number): Promise<Promise<StartedOutcome>[]> {
  const claimed = await claimDeliveries(db, now(), limit);
  return claimed.map(async (delivery) => {
    try {
      return isDelivered(await deliver(db, delivery, now)) ? "delivered" : "failed";
    } catch (error) {
      log().error({ err: error, delivery: delivery.id, endpoint: delivery.endpointId }, "what came of a delivery was not written down");
      return "lost";
    }
  });
}
