-- Companies have settings from their creation on, and their changes are recorded.

-- Creates the settings of a new company.
CREATE OR REPLACE FUNCTION give_company_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO company_settings (partner_id, company_id, payment_methods) VALUES (NEW.partner_id, NEW.id, first_methods_in(NEW.currency));
  RETURN NULL;
END $$;

-- After a change of currency, removes methods that do not fit it from the settings of the company and of its open imports. If no method is
-- left, sets the initial ones. Without the euro, switches direct debits off.
CREATE OR REPLACE FUNCTION keep_fitting_methods() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE company_settings SET payment_methods = fitting_methods(payment_methods, NEW.currency), direct_debit = direct_debit AND NEW.currency = 'EUR'
  WHERE partner_id = NEW.partner_id AND company_id = NEW.id
    AND (NOT payment_methods <@ methods_in(NEW.currency) OR direct_debit AND NEW.currency <> 'EUR');
  UPDATE import_settings s SET payment_methods = fitting_methods(payment_methods, NEW.currency), direct_debit = direct_debit AND NEW.currency = 'EUR'
  FROM imports i
  WHERE i.partner_id = NEW.partner_id AND i.company_id = NEW.id AND i.transmitted_at IS NULL
    AND s.partner_id = i.partner_id AND s.import_id = i.id
    AND (NOT payment_methods <@ methods_in(NEW.currency) OR direct_debit AND NEW.currency <> 'EUR');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER companies_have_settings AFTER INSERT ON companies
  FOR EACH ROW EXECUTE FUNCTION give_company_settings();

CREATE OR REPLACE TRIGGER companies_recorded AFTER INSERT OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION record_row_change('company');

CREATE OR REPLACE TRIGGER companies_updated AFTER UPDATE ON companies
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_row_change('company');

CREATE OR REPLACE TRIGGER companies_keep_fitting_methods AFTER UPDATE OF currency ON companies
  FOR EACH ROW WHEN (OLD.currency IS DISTINCT FROM NEW.currency) EXECUTE FUNCTION keep_fitting_methods();
