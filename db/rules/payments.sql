-- Payments stay on record, do not begin again once ended, and agree with the invoice's account.

-- Sets the payment's `invoice_number` from its invoice. A number in the SQL statement is ignored.
CREATE OR REPLACE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.invoice_number := (SELECT invoice_number FROM invoices WHERE partner_id = NEW.partner_id AND id = NEW.invoice_id);
  RETURN NEW;
END $$;

-- Puts the payment's invoice back into the queue `collections`, due immediately.
CREATE OR REPLACE FUNCTION look_at_paid_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections SET next_at = '-infinity' WHERE partner_id = NEW.partner_id AND invoice_id = NEW.invoice_id;
  RETURN NULL;
END $$;

-- Records the states of a direct debit in which its invoice gets no line as changes of the invoice: `debit_planned`, `debit_at_bank`,
-- `debit_rejected` and `debit_cancelled`. Argument: the kind of a change in which the state stays.
CREATE OR REPLACE FUNCTION record_debit_of_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    NEW.partner_id,
    'invoice',
    NEW.invoice_id,
    coalesce(TG_ARGV[0], CASE NEW.status
      WHEN 'scheduled' THEN 'debit_planned' WHEN 'pending' THEN 'debit_at_bank' WHEN 'failed' THEN 'debit_rejected' ELSE 'debit_cancelled' END),
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;

-- Checks that the lines of a paid payment add up to its amount, and that any other payment has none; likewise for its chargeback. Raises
-- `payments_stand_on_the_account`.
CREATE OR REPLACE FUNCTION verify_payment(of_partner text, of_payment text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Checks at commit that money on a bank statement, received or taken back, is booked only once: `verify_bank_transaction`
-- (bank_transactions.sql).
CREATE OR REPLACE FUNCTION verify_transactions_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_bank_transaction(NEW.partner_id, t) FROM unnest(ARRAY[NEW.bank_transaction_id, NEW.taken_back_transaction_id]) t WHERE t IS NOT NULL;
  RETURN NULL;
END $$;

-- Checks at commit that a debit agrees with its changed part: `verify_debit` (debits.sql).
CREATE OR REPLACE FUNCTION verify_debit_of_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_debit(NEW.partner_id, NEW.debit_id);
  RETURN NULL;
END $$;

-- Checks at commit that a changed payment agrees with its lines.
CREATE OR REPLACE FUNCTION verify_changed_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_payment(NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payments_are_news AFTER UPDATE OF charged_back_at ON payments
  FOR EACH ROW WHEN (OLD.charged_back_at IS NULL AND NEW.charged_back_at IS NOT NULL AND NEW.undone_by IS NULL) EXECUTE FUNCTION note_news('chargeback');

-- Refuses a direct debit of an instalment beside one of the whole balance: the same money would be collected twice.
CREATE OR REPLACE FUNCTION keep_debits_apart() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payments other WHERE other.partner_id = NEW.partner_id AND other.invoice_id = NEW.invoice_id AND other.id <> NEW.id
      AND other.debit_id IS NOT NULL AND other.status IN ('scheduled', 'pending')
      AND other.instalment_plan_id IS DISTINCT FROM NEW.instalment_plan_id
  ) THEN
    RAISE EXCEPTION 'invoice % is debited already', NEW.invoice_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_debited_whole_or_in_parts';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payments_debited_whole_or_in_parts BEFORE INSERT ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND NEW.status IN ('scheduled', 'pending')) EXECUTE FUNCTION keep_debits_apart();

CREATE OR REPLACE TRIGGER payments_debit_changed AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND OLD.status IS DISTINCT FROM NEW.status AND NEW.status <> 'paid')
  EXECUTE FUNCTION record_debit_of_invoice();

CREATE OR REPLACE TRIGGER payments_debit_lowered AFTER UPDATE OF amount_cents ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND OLD.amount_cents IS DISTINCT FROM NEW.amount_cents)
  EXECUTE FUNCTION record_debit_of_invoice('debit_lowered');

CREATE OR REPLACE TRIGGER payments_debit_planned AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND NEW.status <> 'paid') EXECUTE FUNCTION record_debit_of_invoice();

CREATE OR REPLACE TRIGGER payments_have_invoice_looked_at AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION look_at_paid_invoice_again();

CREATE OR REPLACE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an attempt to move money is kept');

CREATE OR REPLACE TRIGGER payments_numbered BEFORE INSERT OR UPDATE OF status, invoice_number ON payments
  FOR EACH ROW EXECUTE FUNCTION number_payment();

-- Payments recorded before lines named their payments cannot be checked. They have no provider, no reason and no payment on a statement. A
-- line of a part of a direct debit that is not paid yet is refused by the line's own check.
DROP TRIGGER IF EXISTS payments_stand_on_the_account ON payments;
CREATE CONSTRAINT TRIGGER payments_stand_on_the_account AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (num_nonnulls(NEW.provider, NEW.reason, NEW.bank_transaction_id) > 0 OR NEW.debit_id IS NOT NULL AND NEW.status NOT IN ('scheduled', 'pending'))
  EXECUTE FUNCTION verify_changed_payment();

CREATE OR REPLACE TRIGGER payments_stay BEFORE UPDATE OF partner_id, id, invoice_id, method, gift_cents, created_at, provider, reason, debit_id, instalment_plan_id, instalment_number ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was ordered stays');

-- A planned direct debit may only become smaller: never more is collected than was announced.
CREATE OR REPLACE TRIGGER payments_stay_in_amount BEFORE UPDATE OF amount_cents ON payments
  FOR EACH ROW WHEN (NOT (OLD.debit_id IS NOT NULL AND OLD.status = 'scheduled' AND NEW.status = 'scheduled' AND NEW.amount_cents <= OLD.amount_cents))
  EXECUTE FUNCTION refuse('what was ordered stays');

-- A direct debit learns from a statement which payment collected it.
CREATE OR REPLACE TRIGGER payments_stay_received BEFORE UPDATE OF bank_transaction_id ON payments
  FOR EACH ROW WHEN (NOT (OLD.debit_id IS NOT NULL AND OLD.bank_transaction_id IS NULL AND NEW.status = 'paid'))
  EXECUTE FUNCTION refuse('what was ordered stays');

CREATE OR REPLACE TRIGGER payments_stay_charged_back BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.charged_back_at IS NOT NULL AND (NEW.charged_back_at IS DISTINCT FROM OLD.charged_back_at
    OR NEW.undone_by IS DISTINCT FROM OLD.undone_by OR NEW.taken_back_transaction_id IS DISTINCT FROM OLD.taken_back_transaction_id))
  EXECUTE FUNCTION refuse('a payment is charged back once');

CREATE OR REPLACE TRIGGER payments_stay_ended BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.status NOT IN ('scheduled', 'pending') AND NEW.status IN ('scheduled', 'pending'))
  EXECUTE FUNCTION refuse('an attempt ends once');

CREATE OR REPLACE TRIGGER payments_stay_paid BEFORE UPDATE ON payments
  FOR EACH ROW WHEN (OLD.status = 'paid' AND (NEW.status IS DISTINCT FROM OLD.status OR NEW.surplus_cents IS DISTINCT FROM OLD.surplus_cents
    OR NEW.ended_at IS DISTINCT FROM OLD.ended_at))
  EXECUTE FUNCTION refuse('what was paid was paid');

DROP TRIGGER IF EXISTS payments_verify_transactions ON payments;
CREATE CONSTRAINT TRIGGER payments_verify_transactions AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (num_nonnulls(NEW.bank_transaction_id, NEW.taken_back_transaction_id) > 0) EXECUTE FUNCTION verify_transactions_of_payment();

DROP TRIGGER IF EXISTS payments_verify_debit ON payments;
CREATE CONSTRAINT TRIGGER payments_verify_debit AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL) EXECUTE FUNCTION verify_debit_of_payment();
