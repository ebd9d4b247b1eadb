-- Changes of an import's settings are recorded, and refused after its transmission.

-- Settings of a transmitted import are fixed. The account is an exception if customers were given none.
CREATE OR REPLACE FUNCTION refuse_settings_of_transmitted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_transmitted boolean;
BEGIN
  SELECT transmitted_at IS NOT NULL INTO was_transmitted
  FROM imports WHERE partner_id = OLD.partner_id AND id = OLD.import_id FOR SHARE;
  IF was_transmitted AND NOT (
    TG_OP = 'UPDATE' AND OLD.bank_account_id IS NULL AND to_jsonb(NEW) - 'bank_account_id' = to_jsonb(OLD) - 'bank_account_id'
  ) THEN
    RAISE EXCEPTION '% on import_settings is refused: the import was transmitted', lower(TG_OP) USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- Requires an account of the import's company.
CREATE OR REPLACE FUNCTION refuse_foreign_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM imports i JOIN bank_accounts a ON a.partner_id = i.partner_id AND a.company_id = i.company_id
    WHERE i.partner_id = NEW.partner_id AND i.id = NEW.import_id AND a.id = NEW.bank_account_id
  ) THEN
    RAISE EXCEPTION 'import_settings name another company''s account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER import_settings_account_fits AFTER INSERT OR UPDATE OF bank_account_id ON import_settings
  FOR EACH ROW WHEN (NEW.bank_account_id IS NOT NULL) EXECUTE FUNCTION refuse_foreign_account();

CREATE OR REPLACE TRIGGER import_settings_fixed_once_transmitted BEFORE DELETE OR UPDATE ON import_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_settings_of_transmitted();

CREATE OR REPLACE TRIGGER import_settings_recorded AFTER UPDATE ON import_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_settings_change('import');

CREATE OR REPLACE TRIGGER import_settings_methods_fit AFTER INSERT OR UPDATE OF payment_methods ON import_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_unfit_methods();
