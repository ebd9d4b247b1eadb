-- Payments on bank statements: the bank's facts never change, and no cent is booked twice.

-- Checks that the bookings of a payment do not exceed its amount, and equal it if the payment is `booked` and only then. Incoming money is
-- booked as payments. Outgoing money is booked as refunds, as payments taken back with the bank's charge for it, or as misdirected money sent
-- back, by a refund file or without one. Raises `bank_transactions_booked_once`.
CREATE OR REPLACE FUNCTION verify_bank_transaction(of_partner text, of_transaction text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM bank_transactions t
    CROSS JOIN LATERAL (
      SELECT CASE WHEN t.amount_cents > 0
        THEN (SELECT coalesce(sum(p.amount_cents), 0) FROM payments p
          WHERE p.partner_id = t.partner_id AND p.bank_transaction_id = t.id AND p.undone_by IS NULL)
        ELSE (SELECT coalesce(sum(r.amount_cents), 0) FROM refunds r WHERE r.partner_id = t.partner_id AND r.bank_transaction_id = t.id)
          + (SELECT coalesce(sum(p.amount_cents), 0) FROM payments p
            WHERE p.partner_id = t.partner_id AND p.taken_back_transaction_id = t.id)
          + (SELECT coalesce(sum(i.amount_cents), 0) FROM payout_items i
            WHERE i.partner_id = t.partner_id AND i.paid_transaction_id = t.id AND i.refund_id IS NULL)
          + (SELECT coalesce(sum(g.amount_cents - (SELECT coalesce(sum(p.amount_cents), 0) FROM payments p
              WHERE p.partner_id = g.partner_id AND p.bank_transaction_id = g.id AND p.undone_by IS NULL)), 0)
            FROM bank_transactions g WHERE g.partner_id = t.partner_id AND g.given_back_by = t.id)
          + t.charges_cents
      END AS cents
    ) booked
    WHERE t.partner_id = of_partner AND t.id = of_transaction
      AND (booked.cents > abs(t.amount_cents) OR (t.state = 'booked') <> (booked.cents = abs(t.amount_cents)))
  ) THEN
    RAISE EXCEPTION 'what is booked of bank transaction % is not what came', of_transaction
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_transactions_booked_once';
  END IF;
END $$;

-- Checks at commit a payment that is or was `booked`. Payments in other states need no check: their bookings are checked when they change
-- (`payments_verify_transactions`, `refunds_verify_transactions`), and a file can add 50,000 payments.
CREATE OR REPLACE FUNCTION verify_changed_bank_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM verify_bank_transaction(NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS bank_transactions_booked_once ON bank_transactions;
CREATE CONSTRAINT TRIGGER bank_transactions_booked_once AFTER UPDATE OF state ON bank_transactions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.state = 'booked' OR NEW.state = 'booked') EXECUTE FUNCTION verify_changed_bank_transaction();

DROP TRIGGER IF EXISTS bank_transactions_added_unbooked ON bank_transactions;
CREATE CONSTRAINT TRIGGER bank_transactions_added_unbooked AFTER INSERT ON bank_transactions
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.state = 'booked') EXECUTE FUNCTION verify_changed_bank_transaction();

-- Removes the category of a payment that is no longer `noted`: it may pay an invoice again.
CREATE OR REPLACE FUNCTION end_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.category := NULL;
  NEW.category_text := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_transactions_category_ends BEFORE UPDATE OF state ON bank_transactions
  FOR EACH ROW WHEN (OLD.category IS NOT NULL AND NEW.state <> 'noted') EXECUTE FUNCTION end_category();

-- Ends "always" with its category, also where a process of a version before migration 0131 changes the category and does not know
-- `category_always`. Only an update that newly sets `category_always` gives it to the changed category. Runs after
-- `bank_transactions_category_ends`, by the order of names.
CREATE OR REPLACE FUNCTION end_always() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.category_always := false;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_transactions_category_no_longer_always BEFORE UPDATE ON bank_transactions
  FOR EACH ROW WHEN (OLD.category_always AND NEW.category_always
    AND (OLD.category, OLD.category_text) IS DISTINCT FROM (NEW.category, NEW.category_text)) EXECUTE FUNCTION end_always();

CREATE OR REPLACE TRIGGER bank_transactions_kept BEFORE DELETE ON bank_transactions
  FOR EACH ROW WHEN (OLD.decisions > 0) EXECUTE FUNCTION refuse('what was decided is kept');

CREATE OR REPLACE TRIGGER bank_transactions_stay BEFORE UPDATE OF partner_id, id, entry_id, company_id, bank_account_id, amount_cents, currency, booked_on, value_on, is_reversal, name, iban, text, "references", end_to_end_id, return_reason, instructed, creditor_identifiers ON bank_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what the bank said stays');

-- Waits for running steps of the partner's collection, and lets none begin before the commit, so that no step misses this money
-- (`desk-gate.ts`).
CREATE OR REPLACE FUNCTION stop_steps_of_collection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('desk ' || a.partner_id, 0)) FROM (SELECT DISTINCT partner_id FROM added WHERE amount_cents > 0) a;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bank_transactions_stop_steps AFTER INSERT ON bank_transactions
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION stop_steps_of_collection();

-- Updates the ranking after a decision about a payment. If the payment still waits for a person, because it was put off, a part of it is
-- left or an Undo reopened it, queues it for ranking. Otherwise ends its holds on invoices.
CREATE OR REPLACE FUNCTION rank_decided_transaction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.state IN ('open', 'later') THEN
    INSERT INTO desk_rankings (partner_id, bank_transaction_id) VALUES (NEW.partner_id, NEW.id);
  ELSE
    UPDATE probable_payments SET ended_at = coalesce(NEW.decided_at, now())
    WHERE partner_id = NEW.partner_id AND bank_transaction_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bank_transactions_ranked_again AFTER UPDATE ON bank_transactions
  FOR EACH ROW WHEN (NEW.amount_cents > 0 AND OLD.decisions IS DISTINCT FROM NEW.decisions) EXECUTE FUNCTION rank_decided_transaction();
