-- Repeated entries of bank statements stay on record, until the entry belongs to the statement itself.

CREATE OR REPLACE TRIGGER repeated_entries_kept BEFORE UPDATE OR TRUNCATE ON repeated_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an entry is kept');

-- Refuses to delete the row, unless the entry has been moved to this statement.
CREATE OR REPLACE FUNCTION refuse_loss_of_repeat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM statement_entries e WHERE e.partner_id = OLD.partner_id AND e.id = OLD.entry_id AND e.statement_id = OLD.statement_id
  ) THEN
    RAISE EXCEPTION 'delete on repeated_entries is refused: an entry is kept' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER repeated_entries_kept_until_moved BEFORE DELETE ON repeated_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_repeat();
