-- Lines are append-only. They change their invoice's totals, and lines about money must agree with the payment or refund.

-- Adds new lines to their invoice's total and billed amount, and records the change. Lines inserted together with position 1 belong to the
-- creation, whose total is already complete. After a retraction, accepts only lines of a payment or a refund, and with a chargeback also
-- the credit of the reopened debt. Refuses even these if they raise the total above 0, because nothing may be demanded then.
CREATE OR REPLACE FUNCTION move_invoice_totals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  refused text;
BEGIN
  WITH late AS (
    SELECT
      partner_id,
      invoice_id,
      sum(amount_cents)::bigint AS amount_cents,
      coalesce(sum(amount_cents) FILTER (WHERE type = 'INVOICE-LINE'), 0)::bigint AS billed_cents,
      bool_and(payment_id IS NOT NULL OR refund_id IS NOT NULL OR type = 'CREDIT-LINE')
        AND (bool_or(type = 'CHARGEBACK-LINE') OR bool_and(type <> 'CREDIT-LINE')) AS of_moved_money
    FROM added GROUP BY partner_id, invoice_id HAVING min(position) > 1
  ), moved AS (
    UPDATE invoices i SET
      amount_total_cents = i.amount_total_cents + late.amount_cents,
      amount_billed_cents = i.amount_billed_cents + late.billed_cents
    FROM late WHERE i.partner_id = late.partner_id AND i.id = late.invoice_id
    RETURNING i.partner_id, i.id, i.retracted_at,
      late.of_moved_money AND NOT (i.amount_total_cents > 0 AND late.amount_cents > 0) AS is_accepted
  ), recorded AS (
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    SELECT partner_id, 'invoice', id, 'line_added', change_actor(), change_request() FROM moved
  )
  SELECT min(id) INTO refused FROM moved WHERE retracted_at IS NOT NULL AND NOT is_accepted;

  IF refused IS NOT NULL THEN
    RAISE EXCEPTION 'no line is added to retracted invoice %', refused USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Checks at commit that a line of a payment or refund agrees with it.
CREATE OR REPLACE FUNCTION verify_moved_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payment_id IS NOT NULL THEN PERFORM verify_payment(NEW.partner_id, NEW.payment_id); END IF;
  IF NEW.refund_id IS NOT NULL THEN PERFORM verify_refund(NEW.partner_id, NEW.refund_id); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoice_lines_added AFTER INSERT ON invoice_lines
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION move_invoice_totals();

CREATE OR REPLACE TRIGGER invoice_lines_append_only BEFORE UPDATE OR TRUNCATE ON invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('lines are append-only');

CREATE OR REPLACE TRIGGER invoice_lines_keep_to_instalments BEFORE INSERT ON invoice_lines
  FOR EACH ROW WHEN (NEW.type = 'LATE-PAYMENT-FEE-LINE') EXECUTE FUNCTION refuse_beside_instalments();

CREATE OR REPLACE TRIGGER invoice_lines_kept AFTER DELETE ON invoice_lines
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();

DROP TRIGGER IF EXISTS invoice_lines_of_moved_money ON invoice_lines;
CREATE CONSTRAINT TRIGGER invoice_lines_of_moved_money AFTER INSERT ON invoice_lines
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL OR NEW.refund_id IS NOT NULL) EXECUTE FUNCTION verify_moved_money();
