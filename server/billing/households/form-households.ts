import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { MOST_IN_HOUSEHOLD } from "@/server/domain/rules/household-size";

/**
 * Joins the invoices of an import that have the same payer, before anything is sent about them. No address receives anything that it would not have
 * received anyway. Does nothing if the import's settings disable households.
 * - Invoices with the same e-mail address join.
 * - An invoice without an address joins if customers with its direct-debit account, or with its home and last name, have exactly one address.
 * - Invoices that are paid in instalments stay by themselves.
 *
 * A simultaneous correction waits, and the invoice then leaves by the trigger `invoices_leave_household` (db/rules/invoices.sql). `among`: only
 * these invoices, which must include all that share an address, an account or a home with one of them.
 */
export async function formHouseholds(tx: Database, partnerId: string, importId: string, among?: readonly string[]): Promise<void> {
  const whereAmong = among ? sql`i.id = any(${`{${among.join(",")}}`}::text[])` : sql`true`;
  await tx.execute(sql`
    with payers as materialized (
      select i.id, i.invoice_number, customer_key(i.customer_email, '') as email, coalesce(i.direct_debit_iban, '') as iban, payer_home(i) as home
      from invoices i
      where i.partner_id = ${partnerId} and i.import_id = ${importId} and ${whereAmong} and i.retracted_at is null and i.amount_total_cents > 0
        and not exists (select from instalment_plans divided where divided.partner_id = i.partner_id and divided.invoice_id = i.id)
        and exists (select from import_settings s where s.partner_id = i.partner_id and s.import_id = i.import_id and s.joins_households)
      for key share of i
    ), shared as (
      select p.id, other.email from payers p join payers other on other.iban = p.iban where p.email = '' and other.email <> '' and p.iban <> ''
      union select p.id, other.email from payers p join payers other on other.home = p.home where p.email = '' and other.email <> '' and p.home <> ''
    ), adopted as (
      select id, min(email) as email from shared group by id having count(distinct email) = 1
    ), paid_by as (
      select p.id, p.invoice_number, coalesce(a.email, p.email) as payer from payers p left join adopted a on a.id = p.id
    ), counted as (
      select id, count(*) over same_payer as members, first_value(id) over (same_payer order by invoice_number) as lead_id
      from paid_by where payer like '%_@_%' window same_payer as (partition by payer)
    )
    insert into household_members (partner_id, invoice_id, lead_invoice_id, joined_at)
    select p.id, counted.id, counted.lead_id, now() + p.clock_offset_ms * interval '1 millisecond'
    from counted join partners p on p.id = ${partnerId}
    where counted.members between 2 and ${MOST_IN_HOUSEHOLD}
    on conflict do nothing`);
}
