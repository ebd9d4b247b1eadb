-- Changes of an import's settings are recorded, and refused once it is transmitted.

-- Settings of a transmitted import are fixed.
CREATE OR REPLACE FUNCTION refuse_settings_of_transmitted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_transmitted boolean;
BEGIN
  SELECT transmitted_at IS NOT NULL INTO was_transmitted
  FROM imports WHERE partner_id = OLD.partner_id AND id = OLD.import_id FOR SHARE;
  IF was_transmitted THEN
    RAISE EXCEPTION '% on import_settings is refused: the import was transmitted', lower(TG_OP) USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE TRIGGER import_settings_fixed_once_transmitted BEFORE DELETE OR UPDATE ON import_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_settings_of_transmitted();

CREATE OR REPLACE TRIGGER import_settings_recorded AFTER UPDATE ON import_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_settings_change('import');

CREATE OR REPLACE TRIGGER import_settings_methods_fit AFTER INSERT OR UPDATE OF payment_methods ON import_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_unfit_methods();
