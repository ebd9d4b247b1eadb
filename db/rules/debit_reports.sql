-- Keeps a bank's reports about direct debits unchanged.

CREATE OR REPLACE TRIGGER debit_reports_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON debit_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a bank reported is kept');
