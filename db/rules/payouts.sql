-- Files for the bank never change their contents, and are approved at most once. The time of the first download stays.

CREATE OR REPLACE TRIGGER payouts_approved_once BEFORE UPDATE OF approved_by, approved_at ON payouts
  FOR EACH ROW WHEN (OLD.approved_by IS NOT NULL) EXECUTE FUNCTION refuse('a file is approved once');

CREATE OR REPLACE TRIGGER payouts_kept BEFORE DELETE OR TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file for the bank is kept');

CREATE OR REPLACE TRIGGER payouts_stay BEFORE UPDATE OF partner_id, id, company_id, bank_account_id, holder, iban, bic, currency, execute_on, created_by, created_at, needs_approval, alone_from ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file for the bank stays');

CREATE OR REPLACE TRIGGER payouts_handed_out_once BEFORE UPDATE OF handed_out_at ON payouts
  FOR EACH ROW WHEN (OLD.handed_out_at IS NOT NULL) EXECUTE FUNCTION refuse('a file is first handed out once');
