-- Money that moved stands on the account once, whatever code runs: a payment that was paid has lines of its amount, any other has none, and the
-- same holds for what was charged back and for refunds. Verified at commit.

-- After a retraction only what happens to money that moved is still added: a payment that a provider brought after all, what a bank took back,
-- what the customer is given back.
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
      bool_and(payment_id IS NOT NULL OR refund_id IS NOT NULL) AS of_moved_money
    FROM added GROUP BY partner_id, invoice_id HAVING min(position) > 1
  ), moved AS (
    UPDATE invoices i SET
      amount_total_cents = i.amount_total_cents + late.amount_cents,
      amount_billed_cents = i.amount_billed_cents + late.billed_cents
    FROM late WHERE i.partner_id = late.partner_id AND i.id = late.invoice_id
    RETURNING i.partner_id, i.id, i.retracted_at, late.of_moved_money
  ), recorded AS (
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    SELECT partner_id, 'invoice', id, 'line_added', change_actor(), change_request() FROM moved
  )
  SELECT min(id) INTO refused FROM moved WHERE retracted_at IS NOT NULL AND NOT of_moved_money;

  IF refused IS NOT NULL THEN
    RAISE EXCEPTION 'no line is added to retracted invoice %', refused USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Payments.
CREATE FUNCTION verify_payment(of_partner text, of_payment text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM payments p
    CROSS JOIN LATERAL (
      SELECT
        coalesce(sum(-l.amount_cents) FILTER (WHERE l.type <> 'CHARGEBACK-LINE'), 0) AS paid_cents,
        coalesce(sum(l.amount_cents) FILTER (WHERE l.type = 'CHARGEBACK-LINE'), 0) AS charged_back_cents
      FROM invoice_lines l WHERE l.partner_id = p.partner_id AND l.invoice_id = p.invoice_id AND l.payment_id = p.id
    ) lines
    WHERE p.partner_id = of_partner AND p.id = of_payment
      AND lines.paid_cents = CASE WHEN p.status = 'paid' THEN p.amount_cents ELSE 0 END
      AND lines.charged_back_cents = CASE WHEN p.charged_back_at IS NOT NULL THEN p.amount_cents ELSE 0 END
  ) THEN
    RAISE EXCEPTION 'payment % is not what its lines say', of_payment
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_stand_on_the_account';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION verify_refund(of_partner text, of_refund text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM refunds r
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(l.amount_cents), 0) AS refunded_cents
      FROM invoice_lines l WHERE l.partner_id = r.partner_id AND l.invoice_id = r.invoice_id AND l.refund_id = r.id
    ) lines
    WHERE r.partner_id = of_partner AND r.id = of_refund
      AND lines.refunded_cents = CASE WHEN r.status = 'paid' THEN r.amount_cents ELSE 0 END
  ) THEN
    RAISE EXCEPTION 'refund % is not what its line says', of_refund
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_stand_on_the_account';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION verify_changed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_payment(NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION verify_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_refund(NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION verify_moved_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payment_id IS NOT NULL THEN PERFORM verify_payment(NEW.partner_id, NEW.payment_id); END IF;
  IF NEW.refund_id IS NOT NULL THEN PERFORM verify_refund(NEW.partner_id, NEW.refund_id); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- What was recorded before lines named their payments has neither provider nor reason.
CREATE CONSTRAINT TRIGGER payments_stand_on_the_account AFTER INSERT OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.provider IS NOT NULL OR NEW.reason IS NOT NULL) EXECUTE FUNCTION verify_changed_payment();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refunds_stand_on_the_account AFTER INSERT OR UPDATE ON refunds DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_changed_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER invoice_lines_of_moved_money AFTER INSERT ON invoice_lines DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL OR NEW.refund_id IS NOT NULL) EXECUTE FUNCTION verify_moved_money();
--> statement-breakpoint
CREATE TRIGGER payments_stay BEFORE UPDATE OF partner_id, id, invoice_id, method, amount_cents, created_at, provider, reason ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was ordered stays');
--> statement-breakpoint
CREATE TRIGGER payments_stay_paid BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.status = 'paid' AND (NEW.status, NEW.surplus_cents, NEW.ended_at) IS DISTINCT FROM (OLD.status, OLD.surplus_cents, OLD.ended_at))
  EXECUTE FUNCTION refuse('what was paid was paid');
--> statement-breakpoint
CREATE TRIGGER payments_stay_charged_back BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.charged_back_at IS NOT NULL AND NEW.charged_back_at IS DISTINCT FROM OLD.charged_back_at)
  EXECUTE FUNCTION refuse('a payment is charged back once');
--> statement-breakpoint
CREATE TRIGGER payments_stay_ended BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.status NOT IN ('scheduled', 'pending') AND NEW.status IN ('scheduled', 'pending'))
  EXECUTE FUNCTION refuse('an attempt ends once');
--> statement-breakpoint
CREATE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an attempt to move money is kept');
--> statement-breakpoint

-- Refunds: never more than is owed to the customer, counting what is on its way to them already.
CREATE FUNCTION refuse_refund_of_nothing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  total_cents bigint;
  reserved_cents bigint;
BEGIN
  SELECT amount_total_cents INTO total_cents FROM invoices WHERE partner_id = NEW.partner_id AND id = NEW.invoice_id FOR UPDATE;
  SELECT coalesce(sum(amount_cents), 0) INTO reserved_cents FROM refunds
    WHERE partner_id = NEW.partner_id AND invoice_id = NEW.invoice_id AND status = 'pending' AND id <> NEW.id;
  IF total_cents + reserved_cents + NEW.amount_cents > 0 THEN
    RAISE EXCEPTION 'less than % cents is owed to the customer of invoice %', NEW.amount_cents, NEW.invoice_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER refunds_of_what_is_owed AFTER INSERT ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_refund_of_nothing();
--> statement-breakpoint
CREATE TRIGGER refunds_stay BEFORE UPDATE OF partner_id, id, invoice_id, payment_id, amount_cents, reason, created_at ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was ordered stays');
--> statement-breakpoint
CREATE TRIGGER refunds_end_once BEFORE UPDATE ON refunds
  FOR EACH ROW WHEN (OLD.status <> 'pending' AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('a refund ends once');
--> statement-breakpoint
CREATE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a refund is kept');
