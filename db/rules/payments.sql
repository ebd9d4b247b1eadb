-- Payments stay on record, do not begin again once ended, and agree with the invoice's account.

-- Sets the payment's `invoice_number` from its invoice. A number in the SQL statement is ignored.
CREATE OR REPLACE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.invoice_number := (SELECT invoice_number FROM invoices WHERE partner_id = NEW.partner_id AND id = NEW.invoice_id);
  RETURN NEW;
END $$;

-- Puts the invoices of payments whose state a statement has changed back into the queue `collections`, due immediately, and locks them in one order.
-- Compares the rows before and after the statement (transition tables `was` and `became`), because a file of direct debits changes 10,000. Groups
-- and looks up instead of joining: the session keeps the plan of its first statement, which may be of one row or of 10,000.
CREATE OR REPLACE FUNCTION look_at_paid_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
BEGIN
  UPDATE collections c SET next_at = '-infinity'
  FROM (
    SELECT partner_id, invoice_id FROM (SELECT partner_id, id, invoice_id, status FROM was UNION ALL SELECT partner_id, id, invoice_id, status FROM became) rows
    GROUP BY partner_id, id, invoice_id HAVING min(status) <> max(status) ORDER BY invoice_id) changed
  WHERE c.partner_id = changed.partner_id AND c.invoice_id = changed.invoice_id;
  RETURN NULL;
END $$;

-- Returns the kind of the change by which a part of a direct debit came into a state.
CREATE OR REPLACE FUNCTION debit_kind(status payment_status) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status
    WHEN 'scheduled' THEN 'debit_planned' WHEN 'pending' THEN 'debit_at_bank' WHEN 'failed' THEN 'debit_rejected' ELSE 'debit_cancelled' END
$$;

-- Records the states of a direct debit in which its invoice gets no line as changes of the invoice: `debit_planned`, `debit_at_bank`,
-- `debit_rejected` and `debit_cancelled`. Argument: the kind of a change in which the state stays.
CREATE OR REPLACE FUNCTION record_debit_of_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    NEW.partner_id,
    'invoice',
    NEW.invoice_id,
    coalesce(TG_ARGV[0], debit_kind(NEW.status)),
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;

-- Records the same for the payments of one statement whose state has changed, as `look_at_paid_invoice_again` compares them.
CREATE OR REPLACE FUNCTION record_changed_debits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT partner_id, 'invoice'::changed_record, invoice_id, debit_kind(max(became)), change_actor(), change_request()
  FROM (SELECT partner_id, id, invoice_id, status AS was, NULL::payment_status AS became FROM was WHERE debit_id IS NOT NULL
    UNION ALL SELECT partner_id, id, invoice_id, NULL, status FROM became WHERE debit_id IS NOT NULL) rows
  GROUP BY partner_id, id, invoice_id HAVING max(was) <> max(became) AND max(became) <> 'paid';
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

-- Notes the debits of payments that a statement has added or changed (transition table `became`), which `debit_checks` verifies at commit.
CREATE OR REPLACE FUNCTION note_debits_of_payments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO debit_checks (partner_id, debit_ids)
  SELECT partner_id, array_agg(debit_id) FROM became WHERE debit_id IS NOT NULL GROUP BY partner_id;
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

CREATE OR REPLACE TRIGGER payments_debit_changed AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS was NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION record_changed_debits();

CREATE OR REPLACE TRIGGER payments_debit_lowered AFTER UPDATE OF amount_cents ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND OLD.amount_cents IS DISTINCT FROM NEW.amount_cents)
  EXECUTE FUNCTION record_debit_of_invoice('debit_lowered');

CREATE OR REPLACE TRIGGER payments_debit_planned AFTER INSERT ON payments
  FOR EACH ROW WHEN (NEW.debit_id IS NOT NULL AND NEW.status <> 'paid') EXECUTE FUNCTION record_debit_of_invoice();

CREATE OR REPLACE TRIGGER payments_have_invoice_looked_at AFTER UPDATE ON payments
  REFERENCING OLD TABLE AS was NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION look_at_paid_invoice_again();

CREATE OR REPLACE TRIGGER payments_kept BEFORE DELETE OR TRUNCATE ON payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an attempt to move money is kept');

-- Until migration 0132, the debit of each changed payment was verified by itself.
DROP TRIGGER IF EXISTS payments_verify_debit ON payments;
DROP FUNCTION IF EXISTS verify_changed_debit(), verify_debit_of_payment(), verify_debit(text, text);

CREATE OR REPLACE TRIGGER payments_note_added_debits AFTER INSERT ON payments
  REFERENCING NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION note_debits_of_payments();

CREATE OR REPLACE TRIGGER payments_note_debits AFTER UPDATE ON payments
  REFERENCING NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION note_debits_of_payments();

CREATE OR REPLACE TRIGGER payments_numbered BEFORE INSERT ON payments
  FOR EACH ROW EXECUTE FUNCTION number_payment();

-- An invoice keeps its number, so only payments without one, and updates that state another, are numbered again.
CREATE OR REPLACE TRIGGER payments_numbered_again BEFORE UPDATE OF status, invoice_number ON payments
  FOR EACH ROW WHEN (OLD.invoice_number IS NULL OR NEW.invoice_number IS DISTINCT FROM OLD.invoice_number) EXECUTE FUNCTION number_payment();

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
