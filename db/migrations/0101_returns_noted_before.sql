-- Outgoing money that may have taken a payment back was asked about only if the payment had been stored before it. Since migration 0097 the
-- order of files no longer matters. This opens the money that was noted before, as `openReturnsOf` (money-back.ts) does from then on: of the
-- last 13 months, within which banks take direct debits back, and only if nobody has decided about it, the payment from the same account is
-- still booked, and no refund was recorded for one of its invoices.
UPDATE bank_transactions t SET state = 'open'
WHERE t.state = 'noted' AND t.decisions = 0 AND t.amount_cents < 0 AND t.iban <> '' AND t.booked_on >= current_date - interval '13 months'
  AND EXISTS (
    SELECT FROM bank_transactions c
    WHERE c.partner_id = t.partner_id AND c.bank_account_id = t.bank_account_id AND c.amount_cents = -t.amount_cents AND c.iban = t.iban
      AND c.state = 'booked'
      AND (c.booked_on < t.booked_on OR c.booked_on = t.booked_on AND (c.recorded_order < t.recorded_order OR EXISTS (
        SELECT FROM statement_entries e JOIN bank_statements s ON s.partner_id = e.partner_id AND s.id = e.statement_id
        WHERE e.partner_id = t.partner_id AND e.id = t.entry_id AND s.family = 'csv')))
      AND NOT EXISTS (
        SELECT FROM payments p LEFT JOIN refunds r ON r.partner_id = p.partner_id AND r.invoice_id = p.invoice_id AND r.status <> 'failed'
        WHERE p.partner_id = c.partner_id AND p.bank_transaction_id = c.id AND (p.charged_back_at IS NOT NULL OR r.id IS NOT NULL)));
