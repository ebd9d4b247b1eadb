-- Mandates stay as they were signed, except for their account, and end once. A mandate is deleted only with the customer's data, or with
-- the invoice that it is for. Each change that GET of a mandate shows is recorded. Consents and amendments need no record of their own:
-- each comes with a change of its mandate.

CREATE OR REPLACE FUNCTION refuse_removal_of_mandate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT is_erasing() AND EXISTS (
    SELECT FROM removed r LEFT JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id
    WHERE r.invoice_id IS NULL OR i.id IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'delete on mandates is refused: they go only with their customer' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Puts the invoices that planned debits collect by the ended mandate back into the queue `collections`, due immediately: they are then taken
-- out (`server/billing/debits/take-out-parts.ts`).
CREATE OR REPLACE FUNCTION look_at_debits_of_mandate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections c SET next_at = '-infinity'
  FROM (
    -- Locked in one order, as everywhere, to avoid deadlocks.
    SELECT c.partner_id, c.invoice_id FROM collections c
    WHERE c.partner_id = NEW.partner_id AND c.invoice_id IN (
      SELECT p.invoice_id FROM debits d JOIN payments p ON p.partner_id = d.partner_id AND p.debit_id = d.id AND p.status = 'scheduled'
      WHERE d.partner_id = NEW.partner_id AND d.mandate_id = NEW.id AND d.status = 'planned')
    ORDER BY c.invoice_id FOR UPDATE) locked
  WHERE c.partner_id = locked.partner_id AND c.invoice_id = locked.invoice_id;
  RETURN NULL;
END $$;

-- Records news of a mandate that ended by a bank's reason, for each invoice of the last debit by it that failed.
CREATE OR REPLACE FUNCTION note_ended_mandate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO news (partner_id, company_id, invoice_id, kind, created_at)
  SELECT p.partner_id, NEW.company_id, p.invoice_id, 'mandate_ended'::news_kind, clock_timestamp()
  FROM payments p
  WHERE p.partner_id = NEW.partner_id AND p.status IN ('failed', 'paid') AND p.undone_by IS NULL AND p.debit_id = (
    SELECT d.id FROM debits d WHERE d.partner_id = NEW.partner_id AND d.mandate_id = NEW.id AND d.status IN ('rejected', 'returned')
    ORDER BY d.collect_on DESC, d.id DESC LIMIT 1);
  RETURN NULL;
END $$;

-- Requires that the newest amendment names the account that the mandate had.
CREATE OR REPLACE FUNCTION require_amendment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT (a.former_holder, a.former_iban) FROM mandate_amendments a
      WHERE a.partner_id = OLD.partner_id AND a.mandate_id = OLD.id ORDER BY a.recorded_order DESC LIMIT 1) IS DISTINCT FROM (OLD.holder, OLD.iban) THEN
    RAISE EXCEPTION 'update on mandates is refused: another account is an amendment' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Records one change for each mandate of the rows (transition table `touched`). Argument: the kind of change.
CREATE OR REPLACE FUNCTION record_mandate_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT partner_id, 'mandate'::changed_record, id, TG_ARGV[0], change_actor(), change_request() FROM touched;
  RETURN NULL;
END $$;

-- Records an update of a mandate: `withdrawn`, `ended`, `amended` (account or BIC), `expired`, or `used` (day of the last collection).
CREATE OR REPLACE FUNCTION record_updated_mandate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    NEW.partner_id,
    'mandate',
    NEW.id,
    CASE
      WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL THEN CASE NEW.ended_reason WHEN 'withdrawn' THEN 'withdrawn' ELSE 'ended' END
      WHEN (NEW.holder, NEW.iban, NEW.bic) IS DISTINCT FROM (OLD.holder, OLD.iban, OLD.bic) THEN 'amended'
      WHEN NEW.expiry_told_on IS DISTINCT FROM OLD.expiry_told_on THEN 'expired'
      ELSE 'used' END,
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;

-- Erases mandates of customers. Returns their number.
CREATE OR REPLACE FUNCTION erase_mandates(of_partner text, ids text[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased bigint;
BEGIN
  PERFORM set_config('ics.erasing', 'on', true);
  DELETE FROM mandates WHERE partner_id = of_partner AND id = ANY (ids);
  GET DIAGNOSTICS erased = ROW_COUNT;
  PERFORM set_config('ics.erasing', '', true);
  RETURN erased;
END $$;

CREATE OR REPLACE TRIGGER mandates_amended BEFORE UPDATE OF holder, iban ON mandates
  FOR EACH ROW WHEN (OLD.holder IS DISTINCT FROM NEW.holder OR OLD.iban IS DISTINCT FROM NEW.iban) EXECUTE FUNCTION require_amendment();

CREATE OR REPLACE TRIGGER mandates_end_once BEFORE UPDATE ON mandates
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('a mandate ends once');

CREATE OR REPLACE TRIGGER mandates_ended_by_bank AFTER UPDATE OF ended_at ON mandates
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_reason = 'returned') EXECUTE FUNCTION note_ended_mandate();

CREATE OR REPLACE TRIGGER mandates_given AFTER INSERT ON mandates
  REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION record_mandate_event('given');

CREATE OR REPLACE TRIGGER mandates_deleted AFTER DELETE ON mandates
  REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION record_mandate_event('deleted');

CREATE OR REPLACE TRIGGER mandates_changed AFTER UPDATE ON mandates
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_updated_mandate();

CREATE OR REPLACE TRIGGER mandates_have_debits_looked_at AFTER UPDATE OF ended_at ON mandates
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION look_at_debits_of_mandate();

CREATE OR REPLACE TRIGGER mandates_kept AFTER DELETE ON mandates
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_of_mandate();

CREATE OR REPLACE TRIGGER mandates_stay BEFORE UPDATE OF partner_id, id, company_id, customer_key, invoice_id, organization, scheme, sequence,
  reference, signed_on, source, created_at, created_by ON mandates
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a mandate stays as it was signed');
