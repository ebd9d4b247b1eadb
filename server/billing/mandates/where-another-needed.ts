import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { dayInSql } from "@/server/platform/day-in-sql";
import { mandateExpiresOn, whereMandateOfInvoice } from "./valid-mandate";

/** Months after the end of a mandate in which the portal asks for another one. */
const ASKED_FOR_MONTHS = 12;

/**
 * Condition on a mandate: its payer needs another one on the day.
 * - It is the payer's last, and ended within the last twelve months: by a bank's reason, by a withdrawal or by expiry.
 * - The payer owes a transmitted invoice of an import that collects by direct debit, which shows that the company still collects from them. An
 *   invoice whose debit is at the bank does not count.
 *
 * So nothing is counted for ever: a payer who pays, whose invoice is cancelled, or of whom no mandate came within a year, no longer counts.
 * Leaves out one-off mandates that were used, and mandates for one invoice, because without an e-mail address nothing is debited.
 */
export function whereAnotherNeeded(today: string | Placeholder): SQL {
  const day = sql`${today}::date`;
  const endedOn = sql`case when ${mandates.endedReason} in ('returned', 'withdrawn') then ${dayInSql(sql`${mandates.endedAt}`)}
    when ${mandates.endedAt} is null then ${mandateExpiresOn} end`;
  const whereEnded = sql`${endedOn} <= ${day} and ${endedOn} > (${day} - make_interval(months => ${sql.raw(String(ASKED_FOR_MONTHS))}))::date`;
  const whereNewer = sql`exists (select from mandates newer where newer.partner_id = ${mandates.partnerId} and newer.company_id = ${mandates.companyId}
    and newer.customer_key = ${mandates.customerKey} and newer.recorded_order > ${mandates.recordedOrder})`;
  // Found by the hash, for its index. `offset 0` makes Postgres look up each payer's invoices instead of joining all.
  const whereOwingDebited = sql`exists (select from ${invoices}
      join imports on imports.partner_id = ${invoices.partnerId} and imports.id = ${invoices.importId} and imports.transmitted_at is not null
      join import_settings on import_settings.partner_id = imports.partner_id and import_settings.import_id = imports.id and import_settings.direct_debit
    where ${invoices.partnerId} = ${mandates.partnerId} and ${invoices.customerEmail} <> ''
      and ${customerEmailHash(invoices)} = hashtextextended(${mandates.customerKey}, 0) and ${whereMandateOfInvoice}
      and ${invoices.retractedAt} is null and ${invoices.amountTotalCents} > 0
      and not exists (select from payments part where part.partner_id = ${invoices.partnerId} and part.invoice_id = ${invoices.id}
        and part.debit_id is not null and part.status = 'pending') offset 0)`;
  return sql`(${mandates.invoiceId} is null and ${whereEnded} and not ${whereNewer} and ${whereOwingDebited})`;
}
