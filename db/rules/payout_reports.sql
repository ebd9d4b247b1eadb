-- Keeps a bank's reports unchanged.

CREATE OR REPLACE TRIGGER payout_reports_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a bank reported is kept');
