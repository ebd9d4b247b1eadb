-- Entries of bank statements stay on record. An entry can be itemized once: `is_opened` then says that its payments are known.

CREATE OR REPLACE TRIGGER statement_entries_kept BEFORE DELETE OR TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an entry is kept');

CREATE OR REPLACE TRIGGER statement_entries_opened_once BEFORE UPDATE ON statement_entries
  FOR EACH ROW WHEN (OLD.is_opened AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('an entry is opened once');

CREATE OR REPLACE TRIGGER statement_entries_stay BEFORE UPDATE OF partner_id, id, statement_id, line, amount_cents, booked_on, bank_reference ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what the bank said stays');
