-- Changes of a company's settings are recorded.

CREATE OR REPLACE TRIGGER company_settings_recorded AFTER UPDATE ON company_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_settings_change('company');

CREATE OR REPLACE TRIGGER company_settings_methods_fit AFTER INSERT OR UPDATE OF payment_methods ON company_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_unfit_methods();
