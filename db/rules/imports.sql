-- Imports have settings, their changes are recorded, and their final transmission starts collection.

-- Adds a transmitted import to the queue `collection_starts`, within the transaction of the transmission. An import without settings is not
-- collected.
CREATE OR REPLACE FUNCTION begin_collection() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO collection_starts (partner_id, import_id)
  SELECT s.partner_id, s.import_id FROM import_settings s WHERE s.partner_id = NEW.partner_id AND s.import_id = NEW.id;
  -- Earlier payments may be for invoices of this import.
  PERFORM rank_desk_of(NEW.partner_id);
  RETURN NULL;
END $$;

-- Copies the company's settings to a new import: every column that both tables have. An import created as transmitted gets none, so no
-- message about it is ever sent.
CREATE OR REPLACE FUNCTION copy_company_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO import_settings
  SELECT copy.*
  FROM company_settings s
  CROSS JOIN jsonb_populate_record(NULL::import_settings, to_jsonb(s) || jsonb_build_object('import_id', NEW.id)) copy
  WHERE s.partner_id = NEW.partner_id AND s.company_id = NEW.company_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER imports_begin_collection AFTER UPDATE OF transmitted_at ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NULL AND NEW.transmitted_at IS NOT NULL) EXECUTE FUNCTION begin_collection();

CREATE OR REPLACE TRIGGER imports_have_settings AFTER INSERT ON imports
  FOR EACH ROW WHEN (NEW.transmitted_at IS NULL) EXECUTE FUNCTION copy_company_settings();

CREATE OR REPLACE TRIGGER imports_kept_once_transmitted BEFORE DELETE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NOT NULL) EXECUTE FUNCTION refuse('the import was transmitted');

CREATE OR REPLACE TRIGGER imports_recorded AFTER INSERT OR DELETE ON imports
  FOR EACH ROW EXECUTE FUNCTION record_row_change('import');

CREATE OR REPLACE TRIGGER imports_stay_transmitted BEFORE UPDATE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NOT NULL AND NEW.transmitted_at IS DISTINCT FROM OLD.transmitted_at)
  EXECUTE FUNCTION refuse('a transmission is final');

CREATE OR REPLACE TRIGGER imports_transmitted AFTER UPDATE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NULL AND NEW.transmitted_at IS NOT NULL) EXECUTE FUNCTION record_row_change('import', 'transmitted');

CREATE OR REPLACE TRIGGER imports_updated AFTER UPDATE ON imports
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD.transmitted_at IS NOT DISTINCT FROM NEW.transmitted_at)
  EXECUTE FUNCTION record_row_change('import');
