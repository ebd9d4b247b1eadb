import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { deliveries, type EndpointRow, endpoints } from "@/db/schema/notifications";
import { newId } from "@/server/platform/id";
import type { Scope } from "@/server/platform/scope";
import { BATCH_EVERY_MS, IDS_LIMIT, OPEN_LIMIT, PROBE_EVERY_MS } from "./delivery-limits";
import { whereEndpoint } from "./endpoint";

/**
 * Creates deliveries for owed changes (contract, section 4): immediately for real-time endpoints, every ten minutes for batching ones.
 * Returns the number of deliveries. Skips endpoints locked by another process.
 */
export async function openDeliveries(db: Database, now = new Date(), scope?: Scope): Promise<number> {
  let opened = 0;
  for (const endpoint of await findReadyEndpoints(db, now, scope)) opened += await openFor(db, endpoint, now);
  return opened;
}

/** Finds the endpoints that are owed changes which may be sent now. */
async function findReadyEndpoints(db: Database, now: Date, { partnerId }: Scope = {}): Promise<{ partnerId: string; id: string }[]> {
  const at = now.toISOString();
  return db.execute<{ partnerId: string; id: string }>(sql`
    select e.partner_id as "partnerId", e.id
    from endpoints e
    where e.switched_off_at is null ${partnerId ? sql`and e.partner_id = ${partnerId}` : sql``}
      and exists (
        select from owed o
        where o.partner_id = e.partner_id and o.endpoint_id = e.id and o.delivery_id is null
          and (e.pacing = 'real_time' or o.owed_since <= e.batched_until
            or e.batched_until <= ${at}::timestamptz - ${BATCH_EVERY_MS} * interval '1 millisecond')
      )
      and ${roomFor(sql`e.partner_id`, sql`e.id`, now)} > 0`);
}

async function openFor(db: Database, { partnerId, id }: { partnerId: string; id: string }, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const [endpoint] = await tx.select().from(endpoints).where(whereEndpoint({ partnerId }, id)).for("update", { skipLocked: true });
    if (!endpoint || endpoint.switchedOffAt) return 0;
    const until = await beginBatch(tx, endpoint, now);

    const { room } = only(await tx.execute<{ room: number }>(sql`select ${roomFor(sql`${partnerId}`, sql`${id}`, now)} as room`));
    let opened = 0;
    while (opened < room && (await openOne(tx, endpoint, until, now))) opened += 1;
    return opened;
  });
}

/** Begins a batch if the last one began ten minutes ago. Returns the moment up to which changes belong to the batch; null: no limit. */
async function beginBatch(tx: Database, { partnerId, id, pacing, batchedUntil }: EndpointRow, now: Date): Promise<Date | null> {
  if (pacing === "real_time") return null;
  if (now.getTime() - batchedUntil.getTime() < BATCH_EVERY_MS) return batchedUntil;
  await tx.update(endpoints).set({ batchedUntil: now }).where(whereEndpoint({ partnerId }, id));
  return now;
}

/** Creates one delivery with the oldest records that are owed but not in a delivery, as many as fit. Returns false if there are none. */
async function openOne(tx: Database, endpoint: EndpointRow, until: Date | null, now: Date): Promise<boolean> {
  const { partnerId, id: endpointId, namesMandates } = endpoint;
  const id = newId(now.getTime());
  const inBatch = until ? sql`and owed_since <= ${until.toISOString()}::timestamptz` : sql``;
  const taken = await tx.execute<{ record: "import" | "invoice" | "mandate"; recordId: string }>(sql`
    update owed o set delivery_id = ${id}, covers_transaction_id = o.transaction_id, covers_change_id = o.change_id
    from (
      select record, record_id from owed
      where partner_id = ${partnerId} and endpoint_id = ${endpointId} and delivery_id is null ${inBatch}
      order by owed_since
      limit ${IDS_LIMIT}
    ) oldest
    where o.partner_id = ${partnerId} and o.endpoint_id = ${endpointId} and o.record = oldest.record and o.record_id = oldest.record_id
    returning o.record, o.record_id as "recordId"`);
  if (taken.length === 0) return false;

  const idsOf = (wanted: string) => taken.flatMap(({ record, recordId }) => (record === wanted ? [recordId] : [])).sort();
  const [invoiceIds, importIds, mandateIds] = [idsOf("invoice"), idsOf("import"), idsOf("mandate")];
  const body = JSON.stringify({ invoice_ids: invoiceIds, import_ids: importIds, ...(namesMandates && { mandate_ids: mandateIds }) });
  const ids = { invoiceIds, importIds, mandateIds };
  await tx.insert(deliveries).values({ partnerId, endpointId, id, ...ids, body, nextAttemptAt: now, createdAt: now });
  return true;
}

/**
 * SQL for the number of further deliveries that may be opened: the limit minus the unconfirmed ones, or at the limit, one each half hour as
 * a probe.
 */
const roomFor = (partnerId: SQL, endpointId: SQL, now: Date) => sql`(
  select greatest(${OPEN_LIMIT} - count(*),
    (max(d.created_at) <= ${now.toISOString()}::timestamptz - ${PROBE_EVERY_MS} * interval '1 millisecond')::int)::int
  from deliveries d
  where d.partner_id = ${partnerId} and d.endpoint_id = ${endpointId} and d.status = 'pending' and not d.is_test)`;
