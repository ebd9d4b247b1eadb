import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";

/** A planned debit and the first day on which it can be collected now, such as `2026-11-20`. */
export interface DebitToPutOff {
  debitId: string;
  collectOn: string;
}

/**
 * Moves planned debits to later days, if no customer was told of the earlier one: an announcement that could not leave for days must still
 * leave the days of notice. The days of instalments are told together when they are agreed on, and one by one once they are put off. Returns the ids of those that were moved. The caller has locked the invoices.
 */
export async function putOffUnannounced(
  tx: Database,
  { partnerId }: Actor,
  wanted: readonly DebitToPutOff[],
): Promise<ReadonlySet<string>> {
  if (wanted.length === 0) return new Set();
  const rows = wanted.map(({ debitId: id, collectOn: collect_on }) => ({ id, collect_on }));
  const moved = await tx.execute<{ id: string }>(sql`
    update debits d set collect_on = w.collect_on
    from (select id, max(collect_on) as collect_on from json_to_recordset(${JSON.stringify(rows)}::json) as given(id text, collect_on date)
      group by id) w
    where d.partner_id = ${partnerId} and d.id = w.id and d.status = 'planned' and d.collect_on < w.collect_on
      and not exists (select from payments p join outgoing_messages o on o.partner_id = p.partner_id and o.invoice_id = p.invoice_id
        where p.partner_id = d.partner_id and p.debit_id = d.id and o.kind = 'debit_announced' and o.about_id = d.id
          and o.round = d.postponements and o.state in ('handing_over', 'sent', 'unknown'))
      and not (d.postponements = 0 and exists (select from payments p
        join outgoing_messages o on o.partner_id = p.partner_id and o.invoice_id = p.invoice_id
        where p.partner_id = d.partner_id and p.debit_id = d.id and o.kind = 'instalments_agreed' and o.about_id = p.instalment_plan_id
          and o.state in ('handing_over', 'sent', 'unknown')))
    returning d.id`);
  return new Set(moved.map(({ id }) => id));
}
