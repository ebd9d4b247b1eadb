import { type SQL, sql } from "drizzle-orm";
import { invoices } from "@/db/schema/invoices";
import type { UnfinishedDebit } from "@/server/domain/rules/invoice-state";
import { importDueOnOf } from "./import-due-on";

// An invoice that a direct debit collects is not overdue: nobody is asked for it, and the payer has nothing to do. `isBeingDebited`
// (server/domain/rules/invoice-state.ts) in SQL, as the day from which the invoice is overdue.

/**
 * Stands for no day: the debit is at the bank, which has not answered. Later than every other day, and unlike `infinity` it can be
 * subtracted.
 */
const NO_DAY = sql`'9999-12-31'::date`;

/**
 * Subquery: a partner's invoices that an unfinished direct debit collects, by number, and the day after which each is overdue (`due_on`):
 * the day of the debit if that is later than the due day, and no day (`NO_DAY`) while a debit is at the bank. `companyId`: only those of
 * one company.
 */
export function debitedInvoices(partnerId: string, companyId?: string): SQL {
  const ofCompany = (alias: string) => (companyId === undefined ? sql`` : sql`and ${sql.raw(alias)}.company_id = ${companyId}`);
  return sql`(select i.invoice_number, case when bool_or(unfinished.is_at_bank) then ${NO_DAY}
      else greatest(coalesce(i.due_on, ${importDueOnOf("m")}), min(unfinished.collect_on)) end as due_on
    from (
      select p.invoice_id, d.collect_on, false as is_at_bank
      from debits d join payments p on p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'scheduled' and p.undone_by is null
      where d.partner_id = ${partnerId} and d.status = 'planned' ${ofCompany("d")}
      union all
      select p.invoice_id, null, true from payments p where p.partner_id = ${partnerId} and p.status = 'pending' and p.debit_id is not null
    ) unfinished
      join invoices i on i.partner_id = ${partnerId} and i.id = unfinished.invoice_id ${ofCompany("i")}
      join imports m on m.partner_id = i.partner_id and m.id = i.import_id
    group by i.partner_id, i.id, m.partner_id, m.id)`;
}

/** The unfinished direct debit of an invoice: of several, one at the bank, or the first. The statement must contain `invoices`. */
export const unfinishedDebit: SQL<UnfinishedDebit | null> = sql<UnfinishedDebit | null>`(
  select json_build_object('status', d.status, 'collectOn', d.collect_on)
  from payments p join debits d on d.partner_id = p.partner_id and d.id = p.debit_id
  where p.partner_id = ${invoices.partnerId} and p.invoice_id = ${invoices.id} and p.status in ('scheduled', 'pending')
  order by p.status = 'scheduled', d.collect_on limit 1)`;
