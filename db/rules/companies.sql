-- Companies have settings from the start, and every change is recorded.

-- Every company has settings from the start.
CREATE OR REPLACE FUNCTION give_company_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO company_settings (partner_id, company_id) VALUES (NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER companies_have_settings AFTER INSERT ON companies
  FOR EACH ROW EXECUTE FUNCTION give_company_settings();

CREATE OR REPLACE TRIGGER companies_recorded AFTER INSERT OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION record_row_change('company');

CREATE OR REPLACE TRIGGER companies_updated AFTER UPDATE ON companies
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_row_change('company');
