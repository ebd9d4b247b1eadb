import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * When the last attempt to pay an invoice online failed, was given up, or was taken back by the bank, or when a booking was undone;
 * null: none was. Takes the invoice's columns: those
 * of `invoices`, or of what names an invoice.
 */
export function lastFailedAt(invoice: { partnerId: SQLWrapper; id: SQLWrapper }): SQL {
  return sql`(select max(greatest(p.charged_back_at, case when p.status in ('failed', 'cancelled', 'expired') then p.ended_at end))
    from payments p where p.partner_id = ${invoice.partnerId} and p.invoice_id = ${invoice.id} and (p.provider is not null or p.undone_by is not null))`;
}
