-- Received files stay on record. After one of its statements was withdrawn, a file can be replaced once, by a new one with the same bytes.

CREATE OR REPLACE TRIGGER statement_files_kept BEFORE DELETE OR TRUNCATE ON statement_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file is kept');

CREATE OR REPLACE TRIGGER statement_files_stay BEFORE UPDATE OF partner_id, id, name, sha256, bytes, received_by, received_at ON statement_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a file stays as received');

CREATE OR REPLACE TRIGGER statement_files_replaced_once BEFORE UPDATE ON statement_files
  FOR EACH ROW WHEN (OLD.replaced_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('a file is replaced once');
