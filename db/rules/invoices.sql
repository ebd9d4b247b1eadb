-- Invoices have verified totals and recorded changes, and a queue for collection.

-- Sets the billed amount of a new invoice to its total if the insert names none: all lines of a creation are INVOICE-LINEs.
CREATE OR REPLACE FUNCTION bill_the_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_billed_cents := NEW.amount_total_cents;
  RETURN NEW;
END $$;

-- Puts the invoice back into the queue `collections`, due immediately. `take-due-steps.ts` must write `next_at` after this trigger.
CREATE OR REPLACE FUNCTION look_at_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections SET next_at = '-infinity' WHERE partner_id = NEW.partner_id AND invoice_id = NEW.id;
  RETURN NULL;
END $$;

-- Records one change per created invoice.
CREATE OR REPLACE FUNCTION record_created_invoices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT partner_id, 'invoice', id, 'created', change_actor(), change_request() FROM created;
  RETURN NULL;
END $$;

-- Refuses to delete invoices of a transmitted import, and records each deleted invoice. If an import is deleted with its invoices, only the
-- import's own change is recorded.
CREATE OR REPLACE FUNCTION record_deleted_invoices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted d JOIN imports i ON i.partner_id = d.partner_id AND i.id = d.import_id WHERE i.transmitted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a transmitted invoice is never deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  -- The join leaves out invoices of a deleted import, whose own change is enough.
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT d.partner_id, 'invoice', d.id, 'deleted', change_actor(), change_request()
  FROM deleted d JOIN imports i ON i.partner_id = d.partner_id AND i.id = d.import_id;
  RETURN NULL;
END $$;

-- Protects the identity of an invoice, makes a retraction final, and records each update that changes something.
CREATE OR REPLACE FUNCTION record_updated_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Amounts change with the lines, whose changes are recorded themselves. Derived columns change with their sources.
  unrecorded CONSTANT text[] := ARRAY['amount_total_cents', 'amount_billed_cents', 'search_text'];
BEGIN
  IF (NEW.partner_id, NEW.id, NEW.company_id, NEW.import_id, NEW.invoice_number, NEW.created_at)
    IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.company_id, OLD.import_id, OLD.invoice_number, OLD.created_at) THEN
    RAISE EXCEPTION 'what identifies an invoice never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.retracted_at IS NOT NULL AND NEW.retracted_at IS DISTINCT FROM OLD.retracted_at THEN
    RAISE EXCEPTION 'a retraction is final' USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(NEW) - unrecorded IS DISTINCT FROM to_jsonb(OLD) - unrecorded THEN
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    VALUES (
      NEW.partner_id,
      'invoice',
      NEW.id,
      CASE
        WHEN NEW.retracted_at IS DISTINCT FROM OLD.retracted_at THEN 'retracted'
        WHEN to_jsonb(NEW) - unrecorded - 'due_on' = to_jsonb(OLD) - unrecorded - 'due_on' THEN 'due_day_moved'
        ELSE 'updated' END,
      change_actor(),
      change_request()
    );
  END IF;
  RETURN NULL;
END $$;

-- Returns the payments in files for the bank that give money back to the customers of these invoices: refunds, and misdirected parts of
-- their payments.
CREATE OR REPLACE FUNCTION payout_items_of_invoices(of_partner text, ids text[]) RETURNS SETOF payout_items LANGUAGE sql STABLE AS $$
  SELECT o.* FROM payout_items o WHERE o.partner_id = of_partner AND (
    o.refund_id IN (SELECT r.id FROM refunds r WHERE r.partner_id = of_partner AND r.invoice_id = ANY (ids))
    OR o.bank_transaction_id IN (
      SELECT p.bank_transaction_id FROM payments p WHERE p.partner_id = of_partner AND p.invoice_id = ANY (ids) AND p.undone_by IS NULL))
$$;

-- Returns the ids of all payments on bank statements that moved the money of these invoices: paid, taken back, refunded, sent back, and
-- returned. An undone booking does not count, because the payment may be somebody else's.
CREATE OR REPLACE FUNCTION transactions_of_invoices(of_partner text, ids text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT p.bank_transaction_id FROM payments p
  WHERE p.partner_id = of_partner AND p.invoice_id = ANY (ids) AND p.undone_by IS NULL AND p.bank_transaction_id IS NOT NULL
  UNION SELECT p.taken_back_transaction_id FROM payments p
  WHERE p.partner_id = of_partner AND p.invoice_id = ANY (ids) AND p.taken_back_transaction_id IS NOT NULL
  UNION SELECT r.bank_transaction_id FROM refunds r
  WHERE r.partner_id = of_partner AND r.invoice_id = ANY (ids) AND r.bank_transaction_id IS NOT NULL
  UNION SELECT g.given_back_by FROM payments p JOIN bank_transactions g ON g.partner_id = p.partner_id AND g.id = p.bank_transaction_id
  WHERE p.partner_id = of_partner AND p.invoice_id = ANY (ids) AND p.undone_by IS NULL AND g.given_back_by IS NOT NULL
  UNION SELECT moved.id FROM payout_items_of_invoices(of_partner, ids) o
  CROSS JOIN LATERAL (VALUES (o.paid_transaction_id), (o.returned_transaction_id)) moved (id) WHERE moved.id IS NOT NULL
$$;

-- Returns whether nothing is owed by or to the invoice's customer: no part of their payments waits at the desk or to be sent back, and
-- neither a refund nor a direct debit is on its way.
CREATE OR REPLACE FUNCTION is_settled(of_partner text, of_invoice text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM invoices i WHERE i.partner_id = of_partner AND i.id = of_invoice AND i.amount_total_cents = 0)
    AND NOT EXISTS (
      SELECT FROM payments p JOIN bank_transactions t ON t.partner_id = p.partner_id AND t.id = p.bank_transaction_id
      WHERE p.partner_id = of_partner AND p.invoice_id = of_invoice AND p.undone_by IS NULL AND t.state::text IN ('open', 'later', 'to_return'))
    AND NOT EXISTS (SELECT FROM refunds r WHERE r.partner_id = of_partner AND r.invoice_id = of_invoice AND r.status = 'pending')
    AND NOT EXISTS (
      SELECT FROM payments p
      WHERE p.partner_id = of_partner AND p.invoice_id = of_invoice AND p.debit_id IS NOT NULL AND p.status IN ('scheduled', 'pending'))
$$;

-- Erases the customer of these invoices, and all text about them, permanently. Amounts, lines, dates and states stay; required texts become
-- a dash. Skips invoices that are not settled. Returns the number of newly erased invoices.
CREATE OR REPLACE FUNCTION erase_invoices(of_partner text, ids text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  locked text[] := ARRAY(
    SELECT i.id FROM invoices i WHERE i.partner_id = of_partner AND i.id = ANY (ids) AND i.amount_total_cents = 0 ORDER BY i.id FOR NO KEY UPDATE
  );
  settled text[] := ARRAY(SELECT l.id FROM unnest(locked) l (id) WHERE is_settled(of_partner, l.id));
  erased bigint;
BEGIN
  PERFORM leave_household(of_partner, settled, 'erased');
  PERFORM set_config('ics.erasing', 'on', true);
  UPDATE invoices SET
    reference = NULL, direct_debit_iban = NULL, federation_membership_number = NULL, club_membership_number = NULL, member_external_id = NULL,
    external_membership_number = NULL, customer_prefix = NULL, customer_first_name = NULL, customer_infix = NULL, customer_last_name = '—',
    customer_organization = NULL, customer_address1 = NULL, customer_address2 = NULL, customer_locality = NULL, customer_house_number = NULL,
    customer_house_number_extension = NULL, customer_state = NULL, customer_zipcode = NULL, customer_city = NULL, customer_country_code = NULL,
    customer_email = NULL, customer_phone_number = NULL, customer_phone_country_code = NULL, retraction_reason = NULL, erased_at = now()
  WHERE partner_id = of_partner AND id = ANY (settled) AND erased_at IS NULL;
  GET DIAGNOSTICS erased = ROW_COUNT;
  UPDATE tickets SET message = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE notes SET text = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE holds SET reason = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  DELETE FROM held_replies WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE messages SET description = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE outgoing_messages SET subject = NULL WHERE partner_id = of_partner AND invoice_id = ANY (settled) AND subject IS NOT NULL;
  UPDATE payments SET reason = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled) AND reason IS NOT NULL;
  UPDATE refunds SET reason = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE proposals SET reason = '—' WHERE partner_id = of_partner AND (invoice_id = ANY (settled)
    OR EXISTS (SELECT FROM jsonb_array_elements(parts) part WHERE part ->> 'invoiceId' = ANY (settled)));
  UPDATE instalment_plans SET address = NULL WHERE partner_id = of_partner AND invoice_id = ANY (settled) AND address IS NOT NULL;
  -- The text of a plan by direct debit names the customer and the holder of the account.
  UPDATE instalment_plans plan SET text = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled)
    AND EXISTS (SELECT FROM payments p WHERE p.partner_id = plan.partner_id AND p.instalment_plan_id = plan.id);
  DELETE FROM contact_changes WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  DELETE FROM drafts WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE customer_links SET revoked_at = now(), secret_key_id = NULL, secret_data = NULL
  WHERE partner_id = of_partner AND invoice_id = ANY (settled) AND revoked_at IS NULL;
  UPDATE bank_transactions SET name = '—', iban = '', text = '—', "references" = '{}', end_to_end_id = '', instructed = '',
    creditor_identifiers = '{}', category_text = CASE WHEN category_text IS NOT NULL THEN '—' END
  WHERE partner_id = of_partner AND id IN (SELECT transactions_of_invoices(of_partner, settled));
  UPDATE payout_items SET name = '—', iban = '', text = '—', bank_name = NULL, reason_text = NULL
  WHERE partner_id = of_partner AND id IN (SELECT o.id FROM payout_items_of_invoices(of_partner, settled) o);
  -- Direct debits of which no part is another customer's invoice, or is kept.
  UPDATE debits d SET customer_key = '—', holder = CASE WHEN d.holder IS NOT NULL THEN '—' END, iban = CASE WHEN d.iban IS NOT NULL THEN '—' END,
    original_iban = NULL, mandate_reference = CASE WHEN d.mandate_reference IS NOT NULL THEN '—' END, text = CASE WHEN d.text IS NOT NULL THEN '—' END,
    bic = NULL, holder_address = NULL, reason_text = NULL
  WHERE d.partner_id = of_partner
    AND d.id IN (SELECT p.debit_id FROM payments p WHERE p.partner_id = of_partner AND p.invoice_id = ANY (settled))
    AND NOT EXISTS (
      SELECT FROM payments p JOIN invoices i ON i.partner_id = p.partner_id AND i.id = p.invoice_id
      WHERE p.partner_id = d.partner_id AND p.debit_id = d.id AND i.erased_at IS NULL);
  UPDATE withdrawn_debits w SET stated = NULL FROM debits d
  WHERE w.partner_id = of_partner AND d.partner_id = w.partner_id AND d.id = w.debit_id AND d.customer_key = '—' AND w.stated IS NOT NULL
    AND d.id IN (SELECT p.debit_id FROM payments p WHERE p.partner_id = of_partner AND p.invoice_id = ANY (settled));
  -- Mandates of customers without an e-mail address; mandates of an address are for other invoices as well.
  DELETE FROM mandates WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  DELETE FROM known_payers WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE household_exposures SET email = NULL WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE bulk_job_items SET customer_name = '—' WHERE partner_id = of_partner AND invoice_id = ANY (settled);
  UPDATE bulk_jobs SET pause = jsonb_set(pause, '{reason}', '"—"'), retraction = jsonb_set(retraction, '{retractionReason}', 'null')
  WHERE partner_id = of_partner AND finished_at IS NOT NULL
    AND id IN (SELECT job_id FROM bulk_job_items WHERE partner_id = of_partner AND invoice_id = ANY (settled));
  PERFORM set_config('ics.erasing', '', true);
  RETURN erased;
END $$;

-- Removes the invoice from its household if its payer has changed, together with members who belonged to it only through this invoice's
-- account or home. Waits for other changes of the household, and then uses the committed state.
CREATE OR REPLACE FUNCTION leave_household_of_another() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  household text;
BEGIN
  -- Repeats if the invoice has moved to another household while this waited.
  LOOP
    SELECT lead_invoice_id INTO household FROM household_members WHERE partner_id = NEW.partner_id AND invoice_id = NEW.id;
    EXIT WHEN NOT FOUND;
    PERFORM FROM household_members WHERE partner_id = NEW.partner_id AND lead_invoice_id = household ORDER BY invoice_id FOR UPDATE;
    CONTINUE WHEN NOT EXISTS (SELECT FROM household_members WHERE partner_id = NEW.partner_id AND invoice_id = NEW.id AND lead_invoice_id = household);
    PERFORM leave_household(NEW.partner_id, strangers_in_household(NEW.partner_id, household, NEW.id), 'payer_changed');
    EXIT;
  END LOOP;
  RETURN NULL;
END $$;

-- Checks at commit that the total and the billed amount are the sums of the lines, and that a first line exists.
CREATE OR REPLACE FUNCTION verify_invoice_total() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT CASE
    WHEN i.amount_total_cents IS DISTINCT FROM lines.amount_cents OR lines.first_position <> 1 THEN 'total'
    WHEN i.amount_billed_cents IS DISTINCT FROM lines.billed_cents THEN 'billed amount'
  END INTO wrong
  FROM invoices i
  CROSS JOIN LATERAL (
    SELECT
      sum(l.amount_cents) AS amount_cents,
      coalesce(sum(l.amount_cents) FILTER (WHERE l.type = 'INVOICE-LINE'), 0) AS billed_cents,
      min(l.position) AS first_position
    FROM invoice_lines l WHERE l.partner_id = i.partner_id AND l.invoice_id = i.id
  ) lines
  WHERE i.partner_id = NEW.partner_id AND i.id = NEW.id;

  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'the % of invoice % is not the sum of its lines', wrong, NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_total_is_sum_of_lines';
  END IF;
  RETURN NULL;
END $$;

-- Ends the statements that the customer made on their page about their address or country, once the company states another address or
-- country. Argument: the kind of statement.
CREATE OR REPLACE FUNCTION end_own_statements() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE contact_changes c SET ended_at = now() + p.clock_offset_ms * interval '1 millisecond'
  FROM partners p
  WHERE p.id = NEW.partner_id AND c.partner_id = NEW.partner_id AND c.invoice_id = NEW.id AND c.ended_at IS NULL AND c.kind::text = TG_ARGV[0];
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoices_bill_the_total BEFORE INSERT ON invoices
  FOR EACH ROW WHEN (NEW.amount_billed_cents IS NULL) EXECUTE FUNCTION bill_the_total();

CREATE OR REPLACE TRIGGER invoices_created AFTER INSERT ON invoices
  REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION record_created_invoices();

CREATE OR REPLACE TRIGGER invoices_deleted AFTER DELETE ON invoices
  REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_invoices();

CREATE OR REPLACE TRIGGER invoices_leave_household AFTER UPDATE OF customer_email, direct_debit_iban, customer_country_code, customer_zipcode, customer_address1,
    customer_house_number, customer_house_number_extension, customer_last_name ON invoices
  FOR EACH ROW WHEN ((OLD.customer_email, OLD.direct_debit_iban, OLD.customer_country_code, OLD.customer_zipcode, OLD.customer_address1, OLD.customer_house_number,
      OLD.customer_house_number_extension, OLD.customer_last_name)
    IS DISTINCT FROM (NEW.customer_email, NEW.direct_debit_iban, NEW.customer_country_code, NEW.customer_zipcode, NEW.customer_address1, NEW.customer_house_number,
      NEW.customer_house_number_extension, NEW.customer_last_name))
  EXECUTE FUNCTION leave_household_of_another();

CREATE OR REPLACE TRIGGER invoices_looked_at_again AFTER UPDATE OF amount_total_cents, retracted_at, customer_email ON invoices
  FOR EACH ROW WHEN (OLD.amount_total_cents IS DISTINCT FROM NEW.amount_total_cents OR OLD.retracted_at IS DISTINCT FROM NEW.retracted_at
    OR OLD.customer_email IS DISTINCT FROM NEW.customer_email)
  EXECUTE FUNCTION look_at_invoice_again();

CREATE OR REPLACE TRIGGER invoices_state_address AFTER UPDATE OF customer_email ON invoices
  FOR EACH ROW WHEN (OLD.customer_email IS DISTINCT FROM NEW.customer_email AND change_actor() NOT LIKE 'customer:%') EXECUTE FUNCTION end_own_statements('email');

CREATE OR REPLACE TRIGGER invoices_state_country AFTER UPDATE OF customer_country_code ON invoices
  FOR EACH ROW WHEN (OLD.customer_country_code IS DISTINCT FROM NEW.customer_country_code AND change_actor() NOT LIKE 'customer:%')
  EXECUTE FUNCTION end_own_statements('country');

DROP TRIGGER IF EXISTS invoices_total_is_sum_of_lines ON invoices;
CREATE CONSTRAINT TRIGGER invoices_total_is_sum_of_lines AFTER INSERT OR UPDATE OF amount_total_cents, amount_billed_cents ON invoices
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_invoice_total();

CREATE OR REPLACE TRIGGER invoices_updated AFTER UPDATE ON invoices
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_updated_invoice();

-- Queues payments at the desk for ranking: those that probably pay this invoice, and all payments if it is owed again.
CREATE OR REPLACE FUNCTION rank_payments_of_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO desk_rankings (partner_id, bank_transaction_id)
  SELECT p.partner_id, p.bank_transaction_id FROM probable_payments p
  WHERE p.partner_id = NEW.partner_id AND p.invoice_id = NEW.id AND p.ended_at IS NULL;
  IF OLD.amount_total_cents <= 0 AND NEW.amount_total_cents > 0 THEN
    PERFORM rank_desk_of(NEW.partner_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoices_rank_payments AFTER UPDATE OF amount_total_cents, retracted_at ON invoices
  FOR EACH ROW WHEN (OLD.amount_total_cents IS DISTINCT FROM NEW.amount_total_cents OR OLD.retracted_at IS DISTINCT FROM NEW.retracted_at)
  EXECUTE FUNCTION rank_payments_of_invoice();
