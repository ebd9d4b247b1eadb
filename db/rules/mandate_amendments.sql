-- Former accounts of mandates are kept unchanged, as long as the mandate.

-- Refuses the deletion of rows whose mandate stays. Its deletion deletes them.
CREATE OR REPLACE FUNCTION refuse_removal_beside_mandate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r JOIN mandates m ON m.partner_id = r.partner_id AND m.id = r.mandate_id) THEN
    RAISE EXCEPTION 'delete on % is refused: it goes only with the mandate', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Requires that the amendment names the account that the mandate has, and that the mandate has not ended. Locks the mandate.
CREATE OR REPLACE FUNCTION require_account_of_mandate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM mandates m
  WHERE m.partner_id = NEW.partner_id AND m.id = NEW.mandate_id AND m.ended_at IS NULL
    AND m.iban = NEW.former_iban AND m.holder = NEW.former_holder
  FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'amendment % is not of the account of a mandate', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'mandate_amendments_of_account';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mandate_amendments_kept AFTER DELETE ON mandate_amendments
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_beside_mandate();

CREATE OR REPLACE TRIGGER mandate_amendments_of_account BEFORE INSERT ON mandate_amendments
  FOR EACH ROW EXECUTE FUNCTION require_account_of_mandate();

CREATE OR REPLACE TRIGGER mandate_amendments_stay BEFORE UPDATE OR TRUNCATE ON mandate_amendments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('former accounts of mandates are kept');
