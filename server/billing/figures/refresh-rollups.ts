import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { isOutOfReach, tookTooLong } from "@/db/failures";
import { log } from "@/server/platform/log";
import type { Scope } from "@/server/platform/scope";
import { completeBefore, whereMoved } from "./complete-before";
import { rebuildRollups } from "./rebuild-rollups";

/** Alias of `rollup_states`. */
const state = sql`s`;

interface Options {
  scope?: Scope;
  isStopping?: () => boolean;
}

/**
 * Updates the figures of companies with new lines, transmissions or due days, and of new companies. Returns the number of companies
 * updated. Takes little time if nothing happened. Several processes may call this at once.
 */
export async function refreshRollups(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  let rebuilt = 0;
  for (const partnerId of await partnersBehind(db, scope)) {
    for (const companyId of await companiesBehind(db, partnerId)) {
      if (isStopping()) return rebuilt;
      const isRebuilt = await rebuildRollups(db, partnerId, companyId).catch((error: unknown) => {
        // A company whose computation fails or takes too long does not stop the others.
        if (isOutOfReach(error) && !tookTooLong(error)) throw error;
        log().error({ err: error, company: companyId }, "summing a company's figures failed");
        return false;
      });
      if (isRebuilt) rebuilt += 1;
    }
  }
  return rebuilt;
}

/** Finds partners with a company that has no figures, or with a change or a moved figure since their oldest figures. */
async function partnersBehind(db: Database, { partnerId }: Scope = {}): Promise<string[]> {
  const rows = await db.execute<{ partner_id: string }>(sql`
    select c.partner_id from companies c
    where not exists (select from rollup_states s where s.partner_id = c.partner_id and s.company_id = c.id)
    union
    select s.partner_id from rollup_states s where ${whereMoved(state)}
    union
    select oldest.partner_id
    from (select distinct on (s.partner_id) s.partner_id, ${completeBefore(state)} as complete_before from rollup_states s order by 1, 2) oldest
    where exists (select from changes c where c.partner_id = oldest.partner_id and c.transaction_id >= oldest.complete_before)`);
  return rows.map((row) => row.partner_id).filter((id) => partnerId === undefined || id === partnerId);
}

/**
 * Finds companies whose figures have changed since they were computed, and marks the figures of all other companies as complete up to now, which
 * keeps the next search short. Changes of an import count from its transmission on; updates of recipients count, because an invoice without an
 * address has no age. Compares transactions rather than ids of changes, because ids commit out of order.
 */
async function companiesBehind(db: Database, partnerId: string): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    with recent as materialized (
      select record, record_id, kind, transaction_id from changes
      where partner_id = ${partnerId} and transaction_id >= (
        select ${completeBefore(state)} from rollup_states s where s.partner_id = ${partnerId} and (${whereMoved(state)}) is not true order by 1 limit 1)
        and kind in ('line_added', 'transmitted', 'updated', 'due_day_moved', 'household_left')
    ), moved as (
      select m.company_id, recent.transaction_id
      from recent join imports m on m.partner_id = ${partnerId} and m.id = recent.record_id
      where recent.record = 'import' and m.transmitted_at is not null
      union all
      select v.company_id, recent.transaction_id
      from recent join invoices v on v.partner_id = ${partnerId} and v.id = recent.record_id
        join imports m on m.partner_id = ${partnerId} and m.id = v.import_id
      where recent.record = 'invoice' and m.transmitted_at is not null
    ), behind as (
      select c.id
      from companies c left join rollup_states s on s.partner_id = c.partner_id and s.company_id = c.id
      where c.partner_id = ${partnerId} and (s.company_id is null or ${whereMoved(state)} or exists (
        select from moved where moved.company_id = c.id and moved.transaction_id >= ${completeBefore(state)}))
    ), others as (
      update rollup_states s set computed_at = statement_timestamp(), complete_before = pg_snapshot_xmin(pg_current_snapshot()),
        unasked_before = pg_snapshot_xmin(pg_current_snapshot())
      from (
        select company_id from rollup_states s
        where partner_id = ${partnerId} and company_id not in (select id from behind) and ${completeBefore(state)} < pg_snapshot_xmin(pg_current_snapshot())
        for update skip locked
      ) free
      where s.partner_id = ${partnerId} and s.company_id = free.company_id
    )
    select id from behind`);
  return rows.map((row) => row.id);
}
