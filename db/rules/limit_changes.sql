-- Requests to raise or remove a limit never change their contents, and end once.

CREATE OR REPLACE TRIGGER limit_changes_end_once BEFORE UPDATE ON limit_changes
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse('a change of the limit ends once');

CREATE OR REPLACE TRIGGER limit_changes_kept BEFORE DELETE OR TRUNCATE ON limit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a change of the limit is kept');

CREATE OR REPLACE TRIGGER limit_changes_stay BEFORE UPDATE OF partner_id, id, above_cents, requested_by, requested_at, in_force_at ON limit_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was asked for stays');
