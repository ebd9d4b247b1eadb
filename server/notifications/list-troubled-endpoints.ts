import { and, asc, eq, inArray, isNull, lte, or } from "drizzle-orm";
import type { Database } from "@/db/client";
import { endpoints } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { DAY_MS } from "@/server/domain/formats/time";
import { type Endpoint, endpointColumns } from "./endpoint";
import { requireAdministrator } from "./require-administrator";

/** Time in ms for which an endpoint must have failed to be listed. After the same time, administrators get their first mail about it. */
const TROUBLED_AFTER_MS = DAY_MS;

export type TroubledEndpoint = Pick<Endpoint, "id" | "url" | "failingSince" | "switchedOffAt" | "switchedOffBecause">;

/** Lists endpoints that have failed for a day or longer, and those that the service switched off. Throws `not_allowed`. */
export async function listTroubledEndpoints(db: Database, actor: Actor, now = new Date()): Promise<TroubledEndpoint[]> {
  await requireAdministrator(db, actor);
  const { id, url, failingSince, switchedOffAt, switchedOffBecause } = endpointColumns;
  const failsForLong = and(isNull(switchedOffAt), lte(failingSince, new Date(now.getTime() - TROUBLED_AFTER_MS)));
  return db
    .select({ id, url, failingSince, switchedOffAt, switchedOffBecause })
    .from(endpoints)
    .where(and(eq(endpoints.partnerId, actor.partnerId), or(failsForLong, inArray(switchedOffBecause, ["gone", "failing"]))))
    .orderBy(asc(id));
}
