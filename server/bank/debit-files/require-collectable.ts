import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Actor } from "@/server/actor";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { isDeskRanked, keepStatementsOut, whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";

/**
 * Checks a file that nobody can have given to the bank yet. Throws `debit_file_outdated` if it may no longer collect one of its debits, because
 * since the file was made
 * - a mandate has ended or got another account;
 * - an invoice was paid otherwise, credited or held, or a payment at the desk probably pays it;
 * - the bank has named a withdrawn file that contained one of its debits.
 *
 * Throws `changed_meanwhile` while a statement is being stored or ranked, which may contain a payment for one of the invoices, as
 * `createDebitFiles` does.
 */
export async function requireCollectable(tx: Database, actor: Actor, fileId: string): Promise<void> {
  if (!(await keepStatementsOut(tx, actor.partnerId)) || !(await isDeskRanked(tx, actor.partnerId)))
    throw new DomainError("changed_meanwhile");
  const invoice = { partnerId: sql`i.partner_id`, id: sql`i.id` };
  const outdated = await tx.execute(sql`
    select from debits d
    join payments p on p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'pending'
    join invoices i on i.partner_id = p.partner_id and i.id = p.invoice_id
    left join mandates m on m.partner_id = d.partner_id and m.id = d.mandate_id and m.ended_at is null
    where d.partner_id = ${actor.partnerId} and d.file_id = ${fileId}
      and (m.id is null or m.iban <> d.iban or i.amount_total_cents < p.amount_cents or ${whereHeld(dayAt(clock.now(actor)), invoice)} or ${whereAtDesk(invoice)}
        or ${whereBankHasFile})
    limit 1`);
  if (outdated.length > 0) throw new DomainError("debit_file_outdated");
}
