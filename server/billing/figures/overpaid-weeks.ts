import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import { visibleToAsker } from "@/server/actor";
import { countedDay } from "./counted-day";

/**
 * SQL for the weeks in which the amounts owed to customers changed: for each company (`company_id`) a list `weeks` of `{ startsOn, changeCents }`,
 * above 0 if more was owed to them at the week's end. Lines before `firstWeek` are summed in the week before it, lines after `today` in the
 * current week. An invoice was overpaid in these weeks only if it is overpaid now, or was settled since by a refund or by its customer's bank, so
 * that few invoices are read.
 */
export function overpaidWeeks({ today, firstWeek }: Record<"today" | "firstWeek", SQL>): SQL {
  const partner = sql.placeholder("partnerId");
  const ofInvoices = sql`from ${invoices} where ${visibleToAsker(invoices)}`;
  return sql`(
    select company_id, json_agg(json_build_object('startsOn', starts_on, 'changeCents', change_cents)) as weeks
    from (
      select company_id, starts_on, sum(greatest(-balance_cents, 0) - greatest(-balance_before_cents, 0))::bigint as change_cents
      from (
        select company_id, starts_on, balance_cents,
          coalesce(lag(balance_cents) over (partition by id order by starts_on), 0) as balance_before_cents
        from (
          select overpaid.company_id, overpaid.id, counted.starts_on,
            sum(sum(l.amount_cents)) over (partition by overpaid.id order by counted.starts_on) as balance_cents
          from (
            select company_id, import_id, id ${ofInvoices} and amount_total_cents < 0
            union
            select company_id, import_id, id ${ofInvoices} and id in (select invoice_id from refunds
              where partner_id = ${partner} and ended_at >= ${firstWeek} - 1)
            union
            select company_id, import_id, id ${ofInvoices} and id in (select invoice_id from payments
              where partner_id = ${partner} and taken_back_transaction_id is not null and surplus_cents > 0)
          ) overpaid
          join imports m on m.partner_id = ${partner} and m.id = overpaid.import_id and m.transmitted_at is not null
          join invoice_lines l on l.partner_id = ${partner} and l.invoice_id = overpaid.id
          cross join lateral (
            select date_trunc('week', greatest(least(${countedDay}, ${today}), ${firstWeek} - 7))::date as starts_on
          ) counted
          group by overpaid.company_id, overpaid.id, counted.starts_on
        ) balances
      ) changes
      group by company_id, starts_on
    ) weeks
    group by company_id
  )`;
}
