-- Refunds stay on record, end once, agree with the account, and never exceed the amount owed.

-- Refuses refunds that exceed the amount owed to the customer. Locks the invoice first, so that two simultaneous refunds cannot exceed the
-- amount together.
CREATE OR REPLACE FUNCTION refuse_refund_of_nothing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  total_cents bigint;
  reserved_cents bigint;
BEGIN
  SELECT amount_total_cents INTO total_cents FROM invoices WHERE partner_id = NEW.partner_id AND id = NEW.invoice_id FOR UPDATE;
  SELECT coalesce(sum(amount_cents), 0) INTO reserved_cents FROM refunds
    WHERE partner_id = NEW.partner_id AND invoice_id = NEW.invoice_id AND status = 'pending' AND id <> NEW.id;
  -- The total is below 0 by the amount owed to the customer.
  IF total_cents + reserved_cents + NEW.amount_cents > 0 THEN
    RAISE EXCEPTION 'less than % cents is owed to the customer of invoice %', NEW.amount_cents, NEW.invoice_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Checks that the line of a paid refund has its amount, and that any other refund has no line. Raises `refunds_stand_on_the_account`.
CREATE OR REPLACE FUNCTION verify_refund(of_partner text, of_refund text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Checks at commit that a changed refund agrees with its line.
CREATE OR REPLACE FUNCTION verify_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_refund(NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;

-- Checks at commit that outgoing money on a bank statement is booked only once, and not beyond its amount: `verify_bank_transaction`
-- (bank_transactions.sql).
CREATE OR REPLACE FUNCTION verify_transactions_of_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.bank_transaction_id IS NOT NULL THEN
    PERFORM verify_bank_transaction(OLD.partner_id, OLD.bank_transaction_id);
  END IF;
  IF NEW.bank_transaction_id IS NOT NULL THEN
    PERFORM verify_bank_transaction(NEW.partner_id, NEW.bank_transaction_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refunds_end_once BEFORE UPDATE ON refunds
  FOR EACH ROW WHEN (OLD.status <> 'pending' AND to_jsonb(OLD) - 'bank_transaction_id' IS DISTINCT FROM to_jsonb(NEW) - 'bank_transaction_id')
  EXECUTE FUNCTION refuse('a refund ends once');

CREATE OR REPLACE TRIGGER refunds_kept BEFORE DELETE OR TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a refund is kept');

CREATE OR REPLACE TRIGGER refunds_of_what_is_owed AFTER INSERT ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_refund_of_nothing();

DROP TRIGGER IF EXISTS refunds_stand_on_the_account ON refunds;
CREATE CONSTRAINT TRIGGER refunds_stand_on_the_account AFTER INSERT OR UPDATE ON refunds
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_changed_refund();

CREATE OR REPLACE TRIGGER refunds_stay BEFORE UPDATE OF partner_id, id, invoice_id, payment_id, amount_cents, reason, created_at ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was ordered stays');

DROP TRIGGER IF EXISTS refunds_verify_transactions ON refunds;
CREATE CONSTRAINT TRIGGER refunds_verify_transactions AFTER INSERT OR UPDATE OF bank_transaction_id ON refunds
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_transactions_of_refund();
