-- Bank statements stay on record, and are withdrawn once.

CREATE OR REPLACE TRIGGER bank_statements_kept BEFORE DELETE OR TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a statement is kept');

CREATE OR REPLACE TRIGGER bank_statements_stay BEFORE UPDATE OF partner_id, id, file_id, company_id, bank_account_id, iban, currency, family, number, opening_cents, opening_on, closing_cents, closing_on, entries, contents, left_out ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what the bank said stays');

CREATE OR REPLACE TRIGGER bank_statements_withdrawn_once BEFORE UPDATE ON bank_statements
  FOR EACH ROW WHEN (OLD.withdrawal_id IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('a statement is withdrawn once');
