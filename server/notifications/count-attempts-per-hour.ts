import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { deliveryAttempts } from "@/db/schema/notifications";
import type { Actor } from "@/server/actor";
import { HOUR_MS } from "@/server/domain/formats/time";
import { getOwnEndpoint } from "./endpoint";

export interface HourOfAttempts {
  startsAt: Date;
  deliveredCount: number;
  failedCount: number;
}

const HOURS = 48;

/**
 * Counts the attempts to an endpoint in each of the last 48 hours, oldest first, including the current one. Throws `not_allowed`,
 * `invalid_endpoint_id`.
 */
export async function countAttemptsPerHour(db: Database, actor: Actor, endpointId: string, now = new Date()): Promise<HourOfAttempts[]> {
  await getOwnEndpoint(db, actor, endpointId);
  const lastStartsAt = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, index) => lastStartsAt - (HOURS - 1 - index) * HOUR_MS);

  const { startedAt, status, failure } = deliveryAttempts;
  const isDelivered = sql`(${failure} is null and ${status} between 200 and 299)`;
  const hour = sql<number>`floor(extract(epoch from ${startedAt}) / 3600)::int`;
  const counts = await db
    .select({
      hour,
      deliveredCount: sql<number>`(count(*) filter (where ${isDelivered}))::int`,
      failedCount: sql<number>`(count(*) filter (where ${isDelivered} is not true))::int`,
    })
    .from(deliveryAttempts)
    .where(
      and(
        eq(deliveryAttempts.partnerId, actor.partnerId),
        eq(deliveryAttempts.endpointId, endpointId),
        gte(startedAt, new Date(hours[0] ?? lastStartsAt)),
        lt(startedAt, new Date(lastStartsAt + HOUR_MS)),
      ),
    )
    .groupBy(hour);
  const byHour = new Map(counts.map(({ hour, ...counted }) => [hour * HOUR_MS, counted]));
  return hours.map((at) => ({ startsAt: new Date(at), ...(byHour.get(at) ?? { deliveredCount: 0, failedCount: 0 }) }));
}
