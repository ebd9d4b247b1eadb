-- Bank accounts never change their company, and are closed once.

CREATE OR REPLACE TRIGGER bank_accounts_close_once BEFORE UPDATE ON bank_accounts
  FOR EACH ROW WHEN (OLD.closed_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('an account closes once');

CREATE OR REPLACE TRIGGER bank_accounts_stay BEFORE UPDATE OF partner_id, id, company_id, created_at ON bank_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an account stays its company''s');
