import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { deliveries, endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { recordEvent } from "@/server/platform/audit/record-event";
import { type Endpoint, endpointColumns, lockOwnEndpoint, whereEndpoint } from "./endpoint";

/**
 * Switches an endpoint off: nothing more is sent, except requests in progress, and changes stay owed. Throws `not_allowed`,
 * `invalid_endpoint_id`.
 */
export function pauseEndpoint(db: Database, actor: Actor, id: string): Promise<Endpoint> {
  return db.transaction(async (tx) => {
    const { switchedOffAt, switchedOffBecause } = await lockOwnEndpoint(tx, actor, id);
    const off = { switchedOffAt: switchedOffAt ?? new Date(), switchedOffBecause: switchedOffBecause ?? ("paused" as const) };
    await recordEvent(tx, actor, "endpoint_paused", { about: `endpoint:${id}` });
    return only(await tx.update(endpoints).set(off).where(whereEndpoint(actor, id)).returning(endpointColumns));
  });
}

/**
 * Switches an endpoint on again, regardless of who switched it off. Everything that the endpoint is owed is sent, and the endpoint has 5
 * days to accept it. An endpoint that is on stays unchanged. Throws `not_allowed`, `invalid_endpoint_id`.
 */
export function resumeEndpoint(db: Database, actor: Actor, id: string, now = new Date()): Promise<Endpoint> {
  return db.transaction(async (tx) => {
    const { switchedOffAt, partnerId } = await lockOwnEndpoint(tx, actor, id);
    if (switchedOffAt) {
      await tx
        .update(deliveries)
        .set({ nextAttemptAt: now, failures: 0 })
        .where(and(eq(deliveries.partnerId, partnerId), eq(deliveries.endpointId, id), eq(deliveries.status, "pending")));
    }
    await recordEvent(tx, actor, "endpoint_resumed", { about: `endpoint:${id}` });
    const on = { switchedOffAt: null, switchedOffBecause: null, failingSince: null, warningsSent: 0 };
    // An endpoint that is on is written unchanged, only to return its row.
    return only(
      await tx
        .update(endpoints)
        .set(switchedOffAt ? on : { switchedOffAt })
        .where(whereEndpoint(actor, id))
        .returning(endpointColumns),
    );
  });
}
