-- The reasons why a bank statement waits stay on record, and each is accepted at most once.

CREATE OR REPLACE TRIGGER statement_waits_accepted_once BEFORE UPDATE ON statement_waits
  FOR EACH ROW WHEN (OLD.accepted_at IS NOT NULL OR NEW.accepted_at IS NULL) EXECUTE FUNCTION refuse('a statement is accepted once');

CREATE OR REPLACE TRIGGER statement_waits_kept BEFORE DELETE OR TRUNCATE ON statement_waits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('why a statement waited is kept');

CREATE OR REPLACE TRIGGER statement_waits_stay BEFORE UPDATE OF partner_id, id, statement_id, file_id, because, closing_cents, closing_on, asked_by, incoming_cents, alone_from, began_at ON statement_waits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('why a statement waits stays');
