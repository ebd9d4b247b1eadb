import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * SQL for the last time that an online payment failed, expired, was cancelled or was charged back, that a direct debit was rejected, or that a
 * booking was undone; null if never. Takes the invoice's columns: those of `invoices`, or of a table that refers to it.
 */
export function lastFailedAt(invoice: { partnerId: SQLWrapper; id: SQLWrapper }): SQL {
  return sql`(select max(greatest(p.charged_back_at, case when p.status in ('failed', 'cancelled', 'expired') then p.ended_at end))
    from payments p where p.partner_id = ${invoice.partnerId} and p.invoice_id = ${invoice.id}
      and (p.provider is not null or p.undone_by is not null or p.debit_id is not null and p.status = 'failed'))`;
}
