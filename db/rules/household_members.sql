-- Households: invoices of one import alone are asked for together.

-- Accounts, due days and settings are the import's.
CREATE OR REPLACE FUNCTION require_one_import() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM invoices member JOIN invoices lead ON lead.partner_id = member.partner_id AND lead.id = NEW.lead_invoice_id
    WHERE member.partner_id = NEW.partner_id AND member.id = NEW.invoice_id AND member.import_id <> lead.import_id
  ) THEN
    RAISE EXCEPTION 'invoice % is of another import', NEW.invoice_id USING ERRCODE = 'check_violation', CONSTRAINT = 'household_of_one_import';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER household_members_of_one_import BEFORE INSERT OR UPDATE ON household_members
  FOR EACH ROW EXECUTE FUNCTION require_one_import();
