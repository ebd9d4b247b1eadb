import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { whereAnnounced } from "./announced";

/** Figures of notifications, over all partners. */
export interface NotificationFigures {
  /** Age in ms of the oldest change owed to an endpoint that is switched on; 0 if nothing is owed. */
  oldestOwedMs: number;
  /** The same, without failing endpoints: the delay that the service itself causes. */
  oldestDeliverableMs: number;
  owed: { waiting: number; onItsWay: number; switchedOff: number };
  deliveries: { waiting: number; failing: number };
  endpoints: { working: number; failing: number; switchedOff: number };
}

/** Measures the queue. The ages include changes that no sender has looked at, so that a stopped sender is noticed; the counts do not. */
export async function measureNotifications(db: Database): Promise<NotificationFigures> {
  const [figures, oldest] = await Promise.all([countByState(db), findOldest(db)]);
  return { ...figures, ...oldest };
}

type Ages = Pick<NotificationFigures, "oldestOwedMs" | "oldestDeliverableMs">;

async function countByState(db: Database): Promise<Omit<NotificationFigures, keyof Ages>> {
  const { figures } = only(
    await db.execute<{ figures: Omit<NotificationFigures, keyof Ages> }>(sql`
      select json_build_object(
        'owed', (
          select json_build_object(
            'waiting', count(*) filter (where e.switched_off_at is null and o.delivery_id is null),
            'onItsWay', count(*) filter (where e.switched_off_at is null and o.delivery_id is not null),
            'switchedOff', count(*) filter (where e.switched_off_at is not null))
          from owed o join endpoints e on e.partner_id = o.partner_id and e.id = o.endpoint_id),
        'deliveries', (
          select json_build_object('waiting', count(*) filter (where failures = 0), 'failing', count(*) filter (where failures > 0))
          from deliveries where status = 'pending'),
        'endpoints', (
          select json_build_object(
            'working', count(*) filter (where switched_off_at is null and failing_since is null),
            'failing', count(*) filter (where switched_off_at is null and failing_since is not null),
            'switchedOff', count(*) filter (where switched_off_at is not null))
          from endpoints)) as figures`),
  );
  return figures;
}

async function findOldest(db: Database): Promise<Ages> {
  const since = sql`least(known.since, unseen.since)`;
  const { owedMs, deliverableMs } = only(
    await db.execute<{ owedMs: number | null; deliverableMs: number | null }>(sql`
      select extract(epoch from clock_timestamp() - min(${since}))::float8 * 1000 as "owedMs",
        extract(epoch from clock_timestamp() - min(${since}) filter (where e.failing_since is null))::float8 * 1000 as "deliverableMs"
      from endpoints e
      left join lateral (
        select min(o.owed_since) as since from owed o where o.partner_id = e.partner_id and o.endpoint_id = e.id
      ) known on true
      left join lateral (
        select c.changed_at as since from changes c
        where c.partner_id = e.partner_id and c.transaction_id >= pg_snapshot_xmin(e.folded)
          and not pg_visible_in_snapshot(c.transaction_id, e.folded) and ${whereAnnounced(sql`e.names_mandates`)}
        order by c.transaction_id
        limit 1
      ) unseen on true
      where e.switched_off_at is null`),
  );
  return { oldestOwedMs: Math.max(0, owedMs ?? 0), oldestDeliverableMs: Math.max(0, deliverableMs ?? 0) };
}
