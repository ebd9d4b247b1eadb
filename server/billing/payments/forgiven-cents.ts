import { type SQL, sql } from "drizzle-orm";

/**
 * SQL for the late-payment fee that `forgiveLateFee` credited when a payment was booked, in cents: the credit without a description directly after
 * the payment's lines. Null if no fee was credited. `payment`: name of the table `payments` in the statement.
 */
export function forgivenCents(payment: string): SQL<number | null> {
  const paying = sql.identifier(payment);
  return sql<number | null>`(select -credit.amount_cents from invoice_lines credit
    where credit.partner_id = ${paying}.partner_id and credit.invoice_id = ${paying}.invoice_id and credit.type = 'CREDIT-LINE'
      and credit.description is null and credit.position = 1 + (select max(paid.position) from invoice_lines paid
        where paid.partner_id = credit.partner_id and paid.invoice_id = credit.invoice_id and paid.payment_id = ${paying}.id
          and paid.amount_cents < 0))`.mapWith(Number);
}
