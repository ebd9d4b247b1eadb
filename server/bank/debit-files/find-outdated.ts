import { sql } from "drizzle-orm";
import { textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { feesLeftOut, whereMayBeCollected, whereMoneyWaits, whereRepeated } from "@/server/billing/debits/repeated-debit-facts";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { clock } from "@/server/platform/clock";

/** Reasons why a file may no longer collect a debit, the first of several. */
type OutdatedBecause = "withdrawn" | "ended" | "account" | "paid" | "held" | "at_desk" | "bank_has_file";

/** A debit that its file may no longer collect. `holder`: of the account, as the file names it. */
export interface OutdatedDebit {
  fileId: string;
  holder: string;
  why: OutdatedBecause;
}

/** SQL for the amount that direct debits in files collect of the invoice of part `p`, in cents: of several, if it is paid in instalments. */
const atBankCents = sql`(select sum(own.amount_cents) from payments own
  where own.partner_id = p.partner_id and own.invoice_id = p.invoice_id and own.debit_id is not null and own.status = 'pending')`;

/**
 * Finds the debits that these files may no longer collect, because since the file was made
 * - a mandate has ended or has another account;
 * - one of the invoices was paid otherwise, credited, held, or probably paid by a payment at the desk;
 * - the bank has named a withdrawn file that contained the debit;
 * - the bank may have the money of the debit that this one collects once more.
 *
 * Each debit once, in the order of holders.
 */
export async function findOutdated(db: Database, actor: Actor, fileIds: readonly string[]): Promise<OutdatedDebit[]> {
  if (fileIds.length === 0) return [];
  const invoice = { partnerId: sql`i.partner_id`, id: sql`i.id` };
  return db.execute<{ fileId: string; holder: string; why: OutdatedBecause }>(sql`
    select distinct on (judged.holder, judged.id) judged.file_id as "fileId", judged.holder, judged.why
    from (
      select d.id, d.file_id, coalesce(d.holder, '') as holder, case
          when m.ended_reason = 'withdrawn' then 'withdrawn'
          when m.id is null or m.ended_at is not null then 'ended'
          when m.iban <> d.iban then 'account'
          when i.amount_total_cents - ${feesLeftOut(sql`i.id`)} < ${atBankCents} or ${whereRepeated(whereMayBeCollected)} then 'paid'
          when ${whereHeld(dayAt(clock.now(actor)), invoice)} then 'held'
          when ${whereAtDesk(invoice)} or ${whereRepeated(whereMoneyWaits)} then 'at_desk'
          when ${whereBankHasFile} then 'bank_has_file' end as why
      from debits d
      join payments p on p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'pending'
      join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
      left join mandates m on m.partner_id = d.partner_id and m.id = d.mandate_id
      where d.partner_id = ${actor.partnerId} and d.file_id = any(${textArray(fileIds)}::text[])
    ) judged
    where judged.why is not null
    order by judged.holder, judged.id, judged.why`);
}
