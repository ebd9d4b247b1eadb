-- Invoices that payments at the desk probably pay. The beginning and the end of a hold on an invoice are recorded once each. Whenever a
-- payment no longer holds an invoice, the invoice is queued, because it may be asked for again.

-- Records that the desk holds an invoice, when the first payment that probably pays it appears.
CREATE OR REPLACE FUNCTION record_probable_payments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT a.partner_id, 'invoice'::changed_record, a.invoice_id, 'payment_at_desk', change_actor(), change_request()
  FROM added a
  WHERE NOT EXISTS (
    SELECT FROM probable_payments p
    WHERE p.partner_id = a.partner_id AND p.invoice_id = a.invoice_id AND p.ended_at IS NULL AND p.id NOT IN (SELECT id FROM added)
  );
  RETURN NULL;
END $$;

-- Records that the desk no longer holds an invoice, when the last such payment is gone. Queues the invoice each time one is gone.
CREATE OR REPLACE FUNCTION record_end_of_probable_payments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT e.partner_id, 'invoice'::changed_record, e.invoice_id, 'payment_left_desk', change_actor(), change_request()
  FROM ended e
  WHERE NOT EXISTS (SELECT FROM probable_payments p WHERE p.partner_id = e.partner_id AND p.invoice_id = e.invoice_id AND p.ended_at IS NULL);
  -- Queued instead of updated, because the invoice may be locked by a transaction that waits for this one.
  INSERT INTO desk_rankings (partner_id, invoice_id) SELECT DISTINCT e.partner_id, e.invoice_id FROM ended e;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER probable_payments_begun AFTER INSERT ON probable_payments
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_probable_payments();

CREATE OR REPLACE TRIGGER probable_payments_end_once BEFORE UPDATE ON probable_payments
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('it ends once');

CREATE OR REPLACE TRIGGER probable_payments_ended AFTER UPDATE ON probable_payments
  REFERENCING NEW TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_end_of_probable_payments();

CREATE OR REPLACE TRIGGER probable_payments_gone AFTER DELETE ON probable_payments
  REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION record_end_of_probable_payments();

CREATE OR REPLACE TRIGGER probable_payments_stay BEFORE UPDATE OF partner_id, id, bank_transaction_id, invoice_id, created_at ON probable_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was probable stays');
