import { and, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type DeliveryRow, type EndpointRow, endpoints } from "@/db/schema/notifications";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { IN_FLIGHT_LIMIT, LEASE_MS } from "./delivery-limits";

/** A delivery that only this process sends until the lease ends. */
export interface ClaimedDelivery extends Pick<DeliveryRow, "partnerId" | "endpointId" | "id" | "body" | "isTest"> {
  /** The attempt's number, from 1. A later claim has a higher one. */
  attempt: number;
  endpoint: EndpointRow;
}

interface Limits {
  /** Maximum number of deliveries, over all endpoints. */
  all: number;
  /** Maximum number of deliveries to failing endpoints. */
  failing: number;
}

/**
 * Claims due deliveries, at most `limits` of them, and per endpoint no more than may be in flight at a time, so that a slow receiver delays
 * no other. If the process that claimed a delivery dies, the lease ends and another process sends it again. `now` is the database's time,
 * which all processes share.
 */
export async function claimDeliveries(db: Database, now: Date, limits: Limits, scope?: Scope): Promise<ClaimedDelivery[]> {
  return db.transaction(async (tx) => {
    const locked = await lockReadyEndpoints(tx, now, endpointsWithin(limits.all), scope);
    const failing = locked.filter(({ failingSince }) => failingSince).slice(0, endpointsWithin(limits.failing));
    const ready = [...locked.filter(({ failingSince }) => !failingSince), ...failing];
    if (ready.length === 0) return [];

    // A separate statement, because its snapshot must be younger than the locks: it counts what previous holders claimed.
    const claimed = await claimNext(tx, ready, now);
    const endpointOf = new Map(ready.map((endpoint) => [endpoint.id, endpoint]));
    return claimed.flatMap((delivery) => {
      const endpoint = endpointOf.get(delivery.endpointId);
      return endpoint ? [{ ...delivery, endpoint }] : [];
    });
  });
}

/** Returns how many endpoints may be served so that, even with the maximum in flight to each, no more than `requests` are in flight. */
function endpointsWithin(requests: number): number {
  return Math.max(0, Math.floor(requests / IN_FLIGHT_LIMIT));
}

/** Locks endpoints that have a due delivery and may have another one in flight. The longest due come first, failing endpoints last. */
function lockReadyEndpoints(tx: Database, now: Date, limit: number, scope: Scope | undefined): Promise<EndpointRow[]> {
  const firstDue = sql`(
    select min(d.next_attempt_at) from deliveries d
    where d.partner_id = ${endpoints.partnerId} and d.endpoint_id = ${endpoints.id} and ${whereDue(now)})`;
  const mayBeSent = sql`${inFlight(endpoints.partnerId, endpoints.id, now)} < ${IN_FLIGHT_LIMIT}`;
  return tx
    .select()
    .from(endpoints)
    .where(and(isNull(endpoints.switchedOffAt), sql`${firstDue} is not null`, mayBeSent, whereInScope(endpoints.partnerId, scope)))
    .orderBy(sql`${endpoints.failingSince} is not null`, firstDue)
    .limit(limit)
    .for("update", { skipLocked: true });
}

async function claimNext(tx: Database, ready: EndpointRow[], now: Date): Promise<Omit<ClaimedDelivery, "endpoint">[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const keys = JSON.stringify(ready.map(({ partnerId, id }) => ({ partner_id: partnerId, endpoint_id: id })));
  return tx.execute<Omit<ClaimedDelivery, "endpoint">>(sql`
    update deliveries d set attempts = d.attempts + 1, leased_until = ${at} + ${LEASE_MS} * interval '1 millisecond'
    from json_to_recordset(${keys}::json) as e(partner_id text, endpoint_id text)
    cross join lateral (
      select d.id from deliveries d
      where d.partner_id = e.partner_id and d.endpoint_id = e.endpoint_id and ${whereDue(now)}
      order by d.next_attempt_at, d.id
      limit greatest(0, ${IN_FLIGHT_LIMIT} - ${inFlight(sql`e.partner_id`, sql`e.endpoint_id`, now)})
    ) next
    where d.partner_id = e.partner_id and d.endpoint_id = e.endpoint_id and d.id = next.id
    returning d.partner_id as "partnerId", d.endpoint_id as "endpointId", d.id, d.body, d.is_test as "isTest", d.attempts as attempt`);
}

function inFlight(partnerId: SQLWrapper, endpointId: SQLWrapper, now: Date): SQL {
  return sql`(
    select count(*) from deliveries f
    where f.partner_id = ${partnerId} and f.endpoint_id = ${endpointId} and f.status = 'pending' and f.leased_until > ${now.toISOString()}::timestamptz)`;
}

function whereDue(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`d.status = 'pending' and d.next_attempt_at <= ${at} and (d.leased_until is null or d.leased_until <= ${at})`;
}
