import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { whereLineIs } from "@/db/line-types";
import { only } from "@/db/rows";
import { importDueOnOf } from "@/server/billing/imports/import-due-on";
import { isNotAsked } from "@/server/billing/imports/where-not-asked";
import { countedDay } from "./counted-day";

/**
 * Recomputes a company's figures from the lines of its transmitted invoices, and replaces the previous ones. A line counts on its own day,
 * but not before the day of transmission. The reversal of a booking that was a mistake counts on the day of that booking, so that both cancel
 * out. Returns false and does nothing while another process recomputes the same company.
 */
export function rebuildRollups(db: Database, partnerId: string, companyId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { claimed } = only(await tx.execute<{ claimed: boolean }>(sql`select ${claim(companyId)} as claimed`));
    if (!claimed) return false;
    // The lines of 100,000 invoices take a second or two, and longer on a busy machine: the usual limit could make this fail every time.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    await tx.execute(replace(partnerId, companyId));
    return true;
  });
}

/** SQL that takes a lock until the transaction ends, without waiting. Taken before reading, so that older figures never replace newer ones. */
function claim(companyId: string): SQL {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${`rollups ${companyId}`}, 0))`;
}

/**
 * SQL that replaces the figures, in one statement, so that days, ages and the moment up to which both are complete agree. The figures contain every
 * transaction before the oldest one that was running; later ones are counted next time. The state is written last, because the lock of its row makes
 * a refused message wait, which marks the state as moved. Counting `replaced` makes Postgres finish the other parts first.
 */
function replace(partnerId: string, companyId: string): SQL {
  const whereCompany = sql`partner_id = ${partnerId} and company_id = ${companyId}`;
  const lineType = sql`l.type`;
  const transmitted = sql`imports m join invoices v on v.partner_id = m.partner_id and v.import_id = m.id`;
  const whereTransmitted = sql`m.partner_id = ${partnerId} and m.company_id = ${companyId} and m.transmitted_at is not null`;
  return sql`
    with days as (
      select ${countedDay} as day,
        ${sumOf(sql`l.amount_cents`, whereLineIs(lineType, "billed"))} as billed_cents,
        ${sumOf(sql`l.amount_cents`, whereLineIs(lineType, "fee"))} as fees_cents,
        ${sumOf(sql`-l.amount_cents`, whereLineIs(lineType, "payment", "chargeback"))} as collected_cents,
        ${sumOf(sql`-l.amount_cents`, whereLineIs(lineType, "credit"))} as credited_cents
      from ${transmitted} join invoice_lines l on l.partner_id = v.partner_id and l.invoice_id = v.id
      where ${whereTransmitted}
      group by 1
    ), ages as (
      select due_on, ${sumOf(sql`cents`, sql`true`)} as outstanding_cents, count(*) as invoices,
        ${sumOf(sql`cents`, sql`is_not_asked`)} as unasked_cents, count(*) filter (where is_not_asked) as unasked_invoices
      from (
        select coalesce(i.due_on, due.due_on) as due_on, i.amount_total_cents as cents, ${isNotAsked} as is_not_asked
        from (
          select m.id, ${importDueOnOf("m")} as due_on from imports m where ${whereTransmitted}
        ) due
        join invoices i on i.partner_id = ${partnerId} and i.import_id = due.id
        where i.retracted_at is null and i.amount_total_cents > 0
      ) owing
      group by 1
    ), kept_days as (
      insert into daily_rollups as r (partner_id, company_id, day, billed_cents, fees_cents, collected_cents, credited_cents)
      select ${partnerId}, ${companyId}, day, billed_cents, fees_cents, collected_cents, credited_cents from days
      on conflict (partner_id, company_id, day) do update set billed_cents = excluded.billed_cents, fees_cents = excluded.fees_cents,
        collected_cents = excluded.collected_cents, credited_cents = excluded.credited_cents
      where r is distinct from excluded
      returning 1
    ), dropped_days as (
      delete from daily_rollups where ${whereCompany} and day not in (select day from days)
      returning 1
    ), kept_ages as (
      insert into outstanding_rollups as r (partner_id, company_id, due_on, outstanding_cents, invoices, unasked_cents, unasked_invoices)
      select ${partnerId}, ${companyId}, due_on, outstanding_cents, invoices, unasked_cents, unasked_invoices from ages
      on conflict (partner_id, company_id, due_on) do update set outstanding_cents = excluded.outstanding_cents, invoices = excluded.invoices,
        unasked_cents = excluded.unasked_cents, unasked_invoices = excluded.unasked_invoices
      where r is distinct from excluded
      returning 1
    ), dropped_ages as (
      delete from outstanding_rollups where ${whereCompany} and due_on not in (select due_on from ages)
      returning 1
    ), replaced as (
      select 1 from kept_days union all table dropped_days union all table kept_ages union all table dropped_ages
    )
    insert into rollup_states (partner_id, company_id, computed_at, complete_before, unasked_before)
    select ${partnerId}, ${companyId}, statement_timestamp(), pg_snapshot_xmin(pg_current_snapshot()), pg_snapshot_xmin(pg_current_snapshot())
    from (select count(*) as rows from replaced) done where done.rows >= 0
    on conflict (partner_id, company_id) do update set computed_at = excluded.computed_at, complete_before = excluded.complete_before,
      unasked_before = excluded.unasked_before`;
}

/**
 * SQL for a sum, limited to the integers that JavaScript represents exactly. The interface accepts amounts beyond every real account, which must not
 * keep the other figures from being computed.
 */
function sumOf(cents: SQL, condition: SQL): SQL {
  const sum = sql`coalesce(sum(${cents}) filter (where ${condition}), 0)`;
  return sql`greatest(least(${sum}, 9007199254740991), -9007199254740991)::bigint`;
}
