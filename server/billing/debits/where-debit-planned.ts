import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Condition: a direct debit of the invoice is planned, so that nobody is asked for the payment. One at the bank is a payment in progress.
 * Takes the invoice's columns: those of `invoices`, or of a table that refers to it.
 */
export function whereDebitPlanned(invoice: { partnerId: SQLWrapper; id: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`exists (select from payments planned_debit where planned_debit.partner_id = ${invoice.partnerId}
    and planned_debit.invoice_id = ${invoice.id} and planned_debit.debit_id is not null and planned_debit.status = 'scheduled')`;
}
