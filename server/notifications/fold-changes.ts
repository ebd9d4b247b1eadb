import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Scope } from "@/server/platform/scope";
import { whereAnnounced } from "./announced";

/** Statement time-out for an endpoint that is far behind, in ms. */
const FOLD_TIMEOUT_MS = 5 * 60_000;

/**
 * Folds the changes that each endpoint has not seen into `owed`, which has one row for each changed record. Includes switched-off endpoints,
 * and skips those locked by another process. Returns the number of rows written. Misses no transaction, however they overlap: an endpoint
 * remembers the set of transactions that it has seen (a snapshot), not only the latest one. So a long transaction is not lost, and does not
 * delay the others. Changes are written by triggers alone (db/rules/changes.sql and each table's file).
 */
export async function foldChanges(db: Database, scope?: Scope): Promise<number> {
  let folded = 0;
  for (const endpoint of await findBehind(db, scope)) folded += await fold(db, endpoint);
  return folded;
}

/** An endpoint, with the names of the columns. */
type Behind = { partner_id: string; id: string };

/**
 * Finds the endpoints that need a fold. Looks up one change of each endpoint in an index; the limit keeps the planner from choosing another plan.
 */
async function findBehind(db: Database, { partnerId }: Scope = {}): Promise<Behind[]> {
  return db.execute<Behind>(sql`
    select e.partner_id, e.id
    from endpoints e
    cross join lateral (
      select from changes c
      where c.partner_id = e.partner_id and c.transaction_id >= pg_snapshot_xmin(e.folded)
        -- The change is unseen. Or it was seen while an older transaction was running, so each fold reads it again: that transaction has
        -- ended, and after another fold the change is no longer read.
        and (not pg_visible_in_snapshot(c.transaction_id, e.folded) or c.transaction_id < pg_snapshot_xmin(pg_current_snapshot()))
      order by c.transaction_id
      limit 1
    ) reason
    ${partnerId ? sql`where e.partner_id = ${partnerId}` : sql``}`);
}

async function fold(db: Database, { partner_id: partnerId, id }: Behind): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(FOLD_TIMEOUT_MS)}, true)`);
    const locked = await tx.execute(sql`
      select from endpoints where partner_id = ${partnerId} and id = ${id} for update skip locked`);
    if (locked.length === 0) return 0;

    // A separate statement, because its snapshot must be younger than the lock: it sees what the previous holder wrote.
    const rows = await tx.execute<{ folded: number }>(sql`
      with unseen as (
        select c.record, c.record_id, c.transaction_id, c.id, c.changed_at
        from endpoints e
        join changes c on c.partner_id = e.partner_id and c.transaction_id >= pg_snapshot_xmin(e.folded)
        where e.partner_id = ${partnerId} and e.id = ${id} and not pg_visible_in_snapshot(c.transaction_id, e.folded) and ${whereAnnounced(sql`e.names_mandates`)}
      ), latest as (
        select distinct on (record, record_id)
          record, record_id, transaction_id, id as change_id, min(changed_at) over (partition by record, record_id) as since
        from unseen
        order by record, record_id, transaction_id desc, id desc
      ), noted as (
        insert into owed (partner_id, endpoint_id, record, record_id, transaction_id, change_id, owed_since)
        select ${partnerId}, ${id}, record, record_id, transaction_id, change_id, since from latest
        -- Replaces the stored change without comparing ids, because a transaction that began earlier can become visible later. If the
        -- higher id stayed, the confirmation of a delivery with that change would clear this one, too.
        on conflict (partner_id, endpoint_id, record, record_id) do update set
          transaction_id = excluded.transaction_id,
          change_id = excluded.change_id,
          owed_since = least(owed.owed_since, excluded.owed_since),
          again_since = case when owed.delivery_id is not null then least(owed.again_since, excluded.owed_since) end
        returning 1
      ), remembered as (
        update endpoints set folded = pg_current_snapshot() where partner_id = ${partnerId} and id = ${id}
      )
      select count(*)::int as folded from noted`);
    return only(rows).folded;
  });
}
