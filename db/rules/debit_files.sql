-- Files of direct debits never change their contents, and are approved and first handed out once. A withdrawn file changes only if the bank
-- has it after all, and can then be withdrawn again.

CREATE OR REPLACE TRIGGER debit_files_approved_once BEFORE UPDATE OF approved_by, approved_at ON debit_files
  FOR EACH ROW WHEN (OLD.approved_by IS NOT NULL) EXECUTE FUNCTION refuse('a file is approved once');

CREATE OR REPLACE TRIGGER debit_files_handed_out_once BEFORE UPDATE OF handed_out_at ON debit_files
  FOR EACH ROW WHEN (OLD.handed_out_at IS NOT NULL) EXECUTE FUNCTION refuse('a file is first handed out once');

CREATE OR REPLACE TRIGGER debit_files_kept BEFORE DELETE OR TRUNCATE ON debit_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file for the bank is kept');

CREATE OR REPLACE TRIGGER debit_files_stay BEFORE UPDATE OF partner_id, id, company_id, bank_account_id, holder, iban, bic, creditor_identifier, creditor_address, batch_booking, debits_count, amount_cents, created_by, created_at, needs_approval, alone_from ON debit_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file for the bank stays');

CREATE OR REPLACE TRIGGER debit_files_withdrawn_once BEFORE UPDATE ON debit_files
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.* AND CASE WHEN OLD.found_at IS NULL
    THEN NEW.found_at IS NULL OR (OLD.withdrawn_at, OLD.withdrawn_by) IS DISTINCT FROM (NEW.withdrawn_at, NEW.withdrawn_by)
    ELSE NEW.found_at IS NOT NULL OR NEW.withdrawn_at IS NULL END)
  EXECUTE FUNCTION refuse('a file is withdrawn once');
