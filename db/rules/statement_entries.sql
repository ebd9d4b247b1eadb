-- Entries of bank statements stay on record. An entry with unknown payments can be replaced by them once.

CREATE OR REPLACE TRIGGER statement_entries_kept BEFORE DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an entry is kept');

CREATE OR REPLACE TRIGGER statement_entries_opened_once BEFORE UPDATE ON statement_entries
  FOR EACH ROW WHEN (OLD.is_opened AND NOT NEW.is_opened) EXECUTE FUNCTION refuse('an entry is opened once');

CREATE OR REPLACE TRIGGER statement_entries_stay BEFORE UPDATE OF partner_id, id, amount_cents, booked_on, bank_reference ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what the bank said stays');

-- Refuses to move an entry, except from a withdrawn statement to one that contains it as well and is not withdrawn, with its line there.
CREATE OR REPLACE FUNCTION refuse_move_of_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM repeated_entries r
    JOIN bank_statements former ON former.partner_id = r.partner_id AND former.id = OLD.statement_id AND former.withdrawal_id IS NOT NULL
    JOIN bank_statements kept ON kept.partner_id = r.partner_id AND kept.id = r.statement_id AND kept.withdrawal_id IS NULL
    WHERE r.partner_id = OLD.partner_id AND r.entry_id = OLD.id AND r.statement_id = NEW.statement_id AND r.line = NEW.line
  ) THEN
    RAISE EXCEPTION 'update on statement_entries is refused: an entry stays in its statement' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER statement_entries_stay_in_statement BEFORE UPDATE OF statement_id, line ON statement_entries
  FOR EACH ROW WHEN (OLD.statement_id <> NEW.statement_id OR OLD.line <> NEW.line) EXECUTE FUNCTION refuse_move_of_entry();
