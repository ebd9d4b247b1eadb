import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { putOffDueDays } from "@/server/billing/collection/keep-due-day";
import { agreedNoticeDays } from "@/server/billing/debits/debit-facts";
import { announceEach } from "@/server/billing/invoices/announce";
import { dayAt } from "@/server/domain/formats/calendar";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { clock } from "@/server/platform/clock";
import { findDebitSettings } from "@/server/tenancy/bank-accounts/debit-settings";

/**
 * Puts off planned debits for which no file was made in time, or whose file the bank did not get: to the first day on which they can be
 * collected with all days of notice. Announces that day. Collection then looks at their invoices again, since a mandate may expire before the
 * new day. The caller has locked the debits.
 */
export async function postponeDebits(tx: Database, actor: Actor, ids: readonly string[]): Promise<void> {
  const { partnerId } = actor;
  if (ids.length === 0) return;
  const newDay = await laterDaysOf(tx, actor, ids);
  const later = [...newDay].map(([id, collectOn]) => ({ id, collect_on: collectOn }));
  const parts = await tx.execute<{ invoiceId: string; debitId: string; round: number }>(sql`
    with moved as (
      update debits d set collect_on = w.collect_on, postponements = d.postponements + 1
      from json_to_recordset(${JSON.stringify(later)}::json) as w(id text, collect_on date)
      where d.partner_id = ${partnerId} and d.id = w.id returning d.partner_id, d.id, d.postponements
    ), looked as (
      update collections c set next_at = '-infinity' from (
        select c.partner_id, c.invoice_id from collections c where c.partner_id = ${partnerId} and c.invoice_id in (
          select p.invoice_id from moved join payments p on p.partner_id = moved.partner_id and p.debit_id = moved.id and p.status = 'scheduled')
        order by c.invoice_id for update) locked
      where c.partner_id = locked.partner_id and c.invoice_id = locked.invoice_id
    )
    select p.invoice_id as "invoiceId", moved.id as "debitId", moved.postponements as round
    from moved join payments p on p.partner_id = moved.partner_id and p.debit_id = moved.id and p.status = 'scheduled'`);
  await putOffDueDays(
    tx,
    partnerId,
    parts.map(({ invoiceId, debitId }) => ({ invoiceId, dueOn: newDay.get(debitId) ?? "" })),
  );
  await announceEach(
    tx,
    actor,
    "debit_announced",
    parts.map(({ invoiceId, debitId, round }) => ({ partnerId, invoiceId, aboutId: debitId, round })),
  );
}

/** Returns the first day on which each of these planned debits can be collected with all days of notice, if it is put off now. By id. */
export async function laterDaysOf(db: Database, actor: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { partnerId } = actor;
  const today = dayAt(clock.now(actor));
  const rows = await db.execute<{ id: string; collectOn: string; bankAccountId: string; noticeDays: number }>(sql`
    select d.id, d.collect_on::text as "collectOn", d.bank_account_id as "bankAccountId",
      greatest(max(s.debit_notice_days), ${agreedNoticeDays(sql`d.mandate_id`, sql`d.partner_id`)})::int as "noticeDays"
    from debits d
    join payments p on p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'scheduled'
    join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
    join import_settings s on s.partner_id = i.partner_id and s.import_id = i.import_id
    where d.partner_id = ${partnerId} and d.id = any(${`{${ids.join(",")}}`}::text[]) and d.status = 'planned'
    group by d.partner_id, d.id, d.mandate_id, d.collect_on, d.bank_account_id`);
  // Once for each account: the invoices are locked meanwhile.
  const settingsOf = await findDebitSettings(db, actor, [...new Set(rows.map(({ bankAccountId }) => bankAccountId))]);
  return new Map(
    rows.map(({ id, collectOn, bankAccountId, noticeDays }) => {
      const { leadDays } = settingsOf(bankAccountId);
      return [id, collectionDay({ dueOn: collectOn, today, noticeDays, leadDays })];
    }),
  );
}
