-- Direct debits stay as they were announced, are collected by a valid mandate, and agree with their parts, which are rows of `payments`.

-- Requires a mandate of the debit's payer for the company that is valid on the day of the collection, and locks the mandate, so that it
-- cannot end before the commit. A mandate expires 36 months after its last collection; without one, 36 months after its signature
-- (`mandateExpiresOn` in server/domain/rules/mandate-state.ts). A one-off mandate is for one debit.
CREATE OR REPLACE FUNCTION require_mandate_of_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM mandates m
  WHERE m.partner_id = NEW.partner_id AND m.id = NEW.mandate_id AND m.company_id = NEW.company_id AND m.customer_key = NEW.customer_key
    AND m.ended_at IS NULL AND (coalesce(m.last_collected_on, m.signed_on) + make_interval(months => 36))::date > NEW.collect_on
    AND (m.sequence <> 'one_off' OR NOT EXISTS (
      SELECT FROM debits other WHERE other.partner_id = m.partner_id AND other.mandate_id = m.id AND other.id <> NEW.id
        AND other.status NOT IN ('cancelled', 'rejected')))
  FOR NO KEY UPDATE OF m;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'debit % has no valid mandate', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'debits_by_valid_mandate';
  END IF;
  RETURN NEW;
END $$;

-- Requires the same of the debits that one statement puts into a file, which can be 10,000. Compares the rows before and after the statement
-- (transition tables `was` and `became`) as `look_at_paid_invoice_again` (payments.sql) does, and locks the mandates in one order.
CREATE OR REPLACE FUNCTION require_mandates_of_file() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  refused text;
BEGIN
  SELECT id INTO refused FROM (
    SELECT partner_id, id, company_id, customer_key, mandate_id, max(collect_on) AS collect_on FROM (
      SELECT partner_id, id, company_id, customer_key, mandate_id, NULL::date AS collect_on FROM was WHERE status = 'planned'
      UNION ALL SELECT partner_id, id, company_id, customer_key, mandate_id, collect_on FROM became WHERE status = 'at_bank') rows
    GROUP BY partner_id, id, company_id, customer_key, mandate_id HAVING count(*) = 2 ORDER BY mandate_id) d
  WHERE NOT EXISTS (
    SELECT FROM mandates m
    WHERE m.partner_id = d.partner_id AND m.id = d.mandate_id AND m.company_id = d.company_id AND m.customer_key = d.customer_key
      AND m.ended_at IS NULL AND (coalesce(m.last_collected_on, m.signed_on) + make_interval(months => 36))::date > d.collect_on
      AND (m.sequence <> 'one_off' OR NOT EXISTS (
        SELECT FROM debits other WHERE other.partner_id = m.partner_id AND other.mandate_id = m.id AND other.id <> d.id
          AND other.status NOT IN ('cancelled', 'rejected')))
    FOR NO KEY UPDATE OF m);
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION 'debit % has no valid mandate', refused USING ERRCODE = 'check_violation', CONSTRAINT = 'debits_by_valid_mandate';
  END IF;
  RETURN NULL;
END $$;

-- Requires that a person collects a debit of the same mandate once more which the bank rejected or returned, and which repeats no other one. Not
-- while the bank may have its money (`whereMayBeCollected` in server/billing/debits/repeated-debit-facts.ts), and not a debit of an instalment.
CREATE OR REPLACE FUNCTION require_repeatable_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF change_actor() NOT LIKE 'person:%' OR NOT EXISTS (
    SELECT FROM debits d WHERE d.partner_id = NEW.partner_id AND d.id = NEW.repeats_debit_id AND d.mandate_id = NEW.mandate_id
      AND d.status IN ('rejected', 'returned') AND d.repeats_debit_id IS NULL AND d.ended_by IS NULL
      AND (d.status = 'returned' OR d.returned_transaction_id IS NULL AND d.report_status::text IS DISTINCT FROM 'accepted'
        AND d.report_status::text IS DISTINCT FROM 'executed')
      AND NOT EXISTS (SELECT FROM withdrawn_debits w WHERE w.partner_id = d.partner_id AND w.debit_id = d.id AND w.named_at IS NOT NULL
        AND w.file_id IS DISTINCT FROM d.file_id)
      AND NOT EXISTS (SELECT FROM payments p WHERE p.partner_id = d.partner_id AND p.debit_id = d.id AND p.instalment_plan_id IS NOT NULL)
  ) THEN
    RAISE EXCEPTION 'debit % is not collected once more', NEW.repeats_debit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'debits_repeat_by_person';
  END IF;
  RETURN NEW;
END $$;

-- Notes the debits that a statement has changed (transition table `became`), which `debit_checks` verifies at commit.
CREATE OR REPLACE FUNCTION note_changed_debits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO debit_checks (partner_id, debit_ids) SELECT partner_id, array_agg(id) FROM became GROUP BY partner_id;
  RETURN NULL;
END $$;

-- Clears the facts about an amended mandate that a file told the bank, when the debit leaves the file.
CREATE OR REPLACE FUNCTION forget_original_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.original_iban := NULL;
  NEW.original_creditor_identifier := NULL;
  NEW.original_creditor_name := NULL;
  RETURN NEW;
END $$;

-- Records news of a debit that the bank rejected, for each invoice that it was to collect.
CREATE OR REPLACE FUNCTION note_rejected_debit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO news (partner_id, company_id, invoice_id, kind, created_at)
  SELECT p.partner_id, NEW.company_id, p.invoice_id, 'debit_rejected'::news_kind, clock_timestamp()
  FROM payments p WHERE p.partner_id = NEW.partner_id AND p.debit_id = NEW.id AND p.status = 'failed' AND p.undone_by IS NULL;
  RETURN NULL;
END $$;

-- Records another day of the collection as a change of each invoice that the debit collects.
CREATE OR REPLACE FUNCTION record_debit_put_off() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT p.partner_id, 'invoice'::changed_record, p.invoice_id, 'debit_put_off', change_actor(), change_request()
  FROM payments p WHERE p.partner_id = NEW.partner_id AND p.debit_id = NEW.id AND p.status IN ('scheduled', 'pending');
  RETURN NULL;
END $$;

-- Until migration 0132, each changed debit was verified by itself.
DROP TRIGGER IF EXISTS debits_are_their_parts ON debits;

-- Not for new debits: each of their parts is noted when it is added (`payments_note_added_debits`).
CREATE OR REPLACE TRIGGER debits_are_noted AFTER UPDATE ON debits
  REFERENCING NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_debits();

CREATE OR REPLACE TRIGGER debits_by_valid_mandate BEFORE INSERT ON debits
  FOR EACH ROW EXECUTE FUNCTION require_mandate_of_debit();

-- A debit is put into a file only while its mandate is valid.
CREATE OR REPLACE TRIGGER debits_go_by_valid_mandate AFTER UPDATE ON debits
  REFERENCING OLD TABLE AS was NEW TABLE AS became
  FOR EACH STATEMENT EXECUTE FUNCTION require_mandates_of_file();

CREATE OR REPLACE TRIGGER debits_keep_their_day BEFORE UPDATE OF collect_on ON debits
  FOR EACH ROW WHEN (OLD.collect_on IS DISTINCT FROM NEW.collect_on AND NEW.status <> 'planned') EXECUTE FUNCTION refuse('a debit at the bank keeps its day');

CREATE OR REPLACE TRIGGER debits_kept BEFORE DELETE OR TRUNCATE ON debits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a debit is kept');

CREATE OR REPLACE TRIGGER debits_leave_file BEFORE UPDATE OF file_id ON debits
  FOR EACH ROW WHEN (NEW.file_id IS NULL AND num_nonnulls(NEW.original_iban, NEW.original_creditor_identifier, NEW.original_creditor_name) > 0)
  EXECUTE FUNCTION forget_original_account();

CREATE OR REPLACE TRIGGER debits_put_off AFTER UPDATE OF collect_on ON debits
  FOR EACH ROW WHEN (OLD.collect_on IS DISTINCT FROM NEW.collect_on) EXECUTE FUNCTION record_debit_put_off();

-- A person who states that the bank did not collect the debit (`ended_by`) needs no news of it.
CREATE OR REPLACE TRIGGER debits_rejected AFTER UPDATE OF status ON debits
  FOR EACH ROW WHEN (OLD.status = 'at_bank' AND NEW.status = 'rejected' AND NEW.ended_by IS NULL) EXECUTE FUNCTION note_rejected_debit();

CREATE OR REPLACE TRIGGER debits_repeat_by_person BEFORE INSERT ON debits
  FOR EACH ROW WHEN (NEW.repeats_debit_id IS NOT NULL) EXECUTE FUNCTION require_repeatable_debit();

CREATE OR REPLACE TRIGGER debits_stay BEFORE UPDATE OF partner_id, id, company_id, mandate_id, customer_key, bank_account_id, amount_cents, end_to_end_id, repeats_debit_id, created_at ON debits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was announced stays');

-- A statement may show that the bank collected a rejected debit nevertheless, and an undone booking puts a debit back to the bank.
CREATE OR REPLACE TRIGGER debits_stay_ended BEFORE UPDATE OF status ON debits
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NOT ((OLD.status = 'planned' AND NEW.status IN ('at_bank', 'cancelled'))
    OR (OLD.status = 'at_bank' AND NEW.status IN ('planned', 'booked', 'rejected', 'returned'))
    OR (OLD.status = 'rejected' AND NEW.status IN ('booked', 'returned'))
    OR (OLD.status = 'booked' AND NEW.status IN ('returned', 'at_bank'))))
  EXECUTE FUNCTION refuse('a debit ends once');

CREATE OR REPLACE TRIGGER debits_stay_in_file BEFORE UPDATE OF file_id, file_cents, holder, iban, original_iban, original_creditor_identifier, original_creditor_name, scheme, mandate_reference, mandate_signed_on, sequence_type, bic, holder_address, text ON debits
  FOR EACH ROW WHEN (OLD.file_id IS NOT NULL AND NEW.file_id IS NOT NULL AND (OLD.file_id, OLD.file_cents, OLD.holder, OLD.iban, OLD.original_iban,
    OLD.original_creditor_identifier, OLD.original_creditor_name, OLD.scheme, OLD.mandate_reference, OLD.mandate_signed_on, OLD.sequence_type, OLD.bic, OLD.holder_address, OLD.text) IS DISTINCT FROM (NEW.file_id, NEW.file_cents, NEW.holder,
    NEW.iban, NEW.original_iban, NEW.original_creditor_identifier, NEW.original_creditor_name, NEW.scheme, NEW.mandate_reference, NEW.mandate_signed_on, NEW.sequence_type, NEW.bic, NEW.holder_address, NEW.text))
  EXECUTE FUNCTION refuse('what was in a file stays');
