-- Customers who were erased before kept their name and account in payments that took money back, refunded it or sent it back.
DO $$
DECLARE
  role_before text := current_user;
BEGIN
  IF NOT EXISTS (SELECT FROM invoices WHERE erased_at IS NOT NULL) THEN
    RETURN;
  END IF;
  -- Only the tables' owner may blank what a bank said, while personal data is being erased.
  EXECUTE format('SET LOCAL ROLE %I', (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.invoices'::regclass));
  PERFORM set_config('ics.erasing', 'on', true);
  WITH erased_items AS MATERIALIZED (
    SELECT o.partner_id, o.id, o.paid_transaction_id, o.returned_transaction_id FROM payout_items o
    WHERE o.status::text <> 'ordered' AND (
      EXISTS (SELECT FROM refunds r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id
        WHERE r.partner_id = o.partner_id AND r.id = o.refund_id AND i.erased_at IS NOT NULL)
      OR EXISTS (SELECT FROM payments p JOIN invoices i ON i.partner_id = p.partner_id AND i.id = p.invoice_id
        WHERE p.partner_id = o.partner_id AND p.bank_transaction_id = o.bank_transaction_id AND p.undone_by IS NULL AND i.erased_at IS NOT NULL))
  ), moved AS (
    SELECT p.partner_id, p.taken_back_transaction_id AS id FROM payments p
    JOIN invoices i ON i.partner_id = p.partner_id AND i.id = p.invoice_id
    WHERE i.erased_at IS NOT NULL AND p.taken_back_transaction_id IS NOT NULL
    UNION SELECT r.partner_id, r.bank_transaction_id FROM refunds r
    JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id
    WHERE i.erased_at IS NOT NULL AND r.bank_transaction_id IS NOT NULL
    UNION SELECT partner_id, paid_transaction_id FROM erased_items WHERE paid_transaction_id IS NOT NULL
    UNION SELECT partner_id, returned_transaction_id FROM erased_items WHERE returned_transaction_id IS NOT NULL
  ), blanked AS (
    UPDATE bank_transactions t SET name = '—', iban = '', text = '—', "references" = '{}', end_to_end_id = '', instructed = '',
      creditor_identifiers = '{}', category_text = CASE WHEN t.category_text IS NOT NULL THEN '—' END
    FROM moved
    WHERE t.partner_id = moved.partner_id AND t.id = moved.id AND t.state::text NOT IN ('open', 'later', 'to_return')
  )
  UPDATE payout_items o SET name = '—', iban = '', text = '—', bank_name = NULL, reason_text = NULL
  FROM erased_items e WHERE o.partner_id = e.partner_id AND o.id = e.id;
  PERFORM set_config('ics.erasing', '', true);
  EXECUTE format('SET LOCAL ROLE %I', role_before);
END $$;
