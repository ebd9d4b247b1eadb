-- Verifies debits at commit, all that a transaction has changed at once, because a file of direct debits changes 10,000. A constraint trigger can be
-- deferred only for each row, so each statement that changes debits or their parts adds one row with their ids.

-- Checks that the parts of these debits are in their state, and that what they collect is what the file says and was announced. An undone
-- booking does not count. Raises `debits_are_their_parts`. Each debit and its parts are looked up, however many there are: `offset 0`.
CREATE OR REPLACE FUNCTION verify_debits(of_partner text, of_debits text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off AS $$
DECLARE
  disagreeing text;
BEGIN
  SELECT noted.id INTO disagreeing FROM (SELECT DISTINCT unnest(of_debits) AS id) noted
  WHERE NOT EXISTS (
    SELECT FROM debits d
    CROSS JOIN LATERAL (
      SELECT
        count(*) FILTER (WHERE p.status NOT IN ('scheduled', 'cancelled')) AS begun,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.status = 'scheduled'), 0) AS scheduled_cents,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.status = 'pending'), 0) AS pending_cents,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.status = 'failed'), 0) AS failed_cents,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.status = 'paid'), 0) AS paid_cents,
        coalesce(sum(p.amount_cents) FILTER (WHERE p.status = 'paid' AND p.charged_back_at IS NOT NULL), 0) AS returned_cents,
        count(*) FILTER (WHERE p.status = 'expired') AS expired
      FROM payments p WHERE p.partner_id = d.partner_id AND p.debit_id = d.id AND p.undone_by IS NULL
    ) parts
    WHERE d.partner_id = of_partner AND d.id = noted.id AND parts.expired = 0 AND CASE d.status
      WHEN 'planned' THEN begun = 0 AND scheduled_cents BETWEEN 1 AND d.amount_cents
      WHEN 'cancelled' THEN begun = 0 AND scheduled_cents = 0
      ELSE scheduled_cents = 0
        AND pending_cents = CASE WHEN d.status = 'at_bank' THEN d.file_cents ELSE 0 END
        AND failed_cents = CASE WHEN d.status = 'rejected' THEN d.file_cents ELSE 0 END
        AND paid_cents = CASE WHEN d.status IN ('booked', 'returned') THEN d.file_cents ELSE 0 END
        AND returned_cents = CASE WHEN d.status = 'returned' THEN d.file_cents ELSE 0 END
      END
    OFFSET 0)
  LIMIT 1;
  IF disagreeing IS NOT NULL THEN
    RAISE EXCEPTION 'debit % is not what its parts say', disagreeing
      USING ERRCODE = 'check_violation', CONSTRAINT = 'debits_are_their_parts';
  END IF;
END $$;

-- Verifies all debits that the transaction has noted from this note on, and removes these notes. The notes behind the first one then have nothing left
-- to verify, and look up only themselves, because a transaction may have 10,000. A debit that is changed again is noted again.
CREATE OR REPLACE FUNCTION verify_noted_debits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  noted text[];
BEGIN
  IF NOT EXISTS (SELECT FROM debit_checks WHERE partner_id = NEW.partner_id AND id = NEW.id) THEN
    RETURN NULL;
  END IF;
  WITH removed AS (DELETE FROM debit_checks WHERE partner_id = NEW.partner_id AND id >= NEW.id RETURNING debit_ids)
  SELECT array_agg(id) INTO noted FROM removed, unnest(debit_ids) id;
  PERFORM verify_debits(NEW.partner_id, noted);
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS debits_are_their_parts ON debit_checks;
CREATE CONSTRAINT TRIGGER debits_are_their_parts AFTER INSERT ON debit_checks
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_noted_debits();

-- Never fires. Processes of a version before migration 0132 defer the constraint by this name.
DROP TRIGGER IF EXISTS payments_verify_debit ON debit_checks;
CREATE CONSTRAINT TRIGGER payments_verify_debit AFTER INSERT ON debit_checks
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (false) EXECUTE FUNCTION verify_noted_debits();
