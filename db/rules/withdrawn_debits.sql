-- Contents of withdrawn files are kept. Only these columns change:
--   * `named_at` and `refused_at`: the bank's answers.
--   * `stated`: an erasure blanks it.

CREATE OR REPLACE TRIGGER withdrawn_debits_kept BEFORE DELETE OR TRUNCATE ON withdrawn_debits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a withdrawn file contained is kept');

CREATE OR REPLACE TRIGGER withdrawn_debits_stay BEFORE UPDATE OF partner_id, file_id, debit_id, file_cents, collect_on, scheme, sequence_type ON withdrawn_debits
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a withdrawn file contained stays');

CREATE OR REPLACE TRIGGER withdrawn_debits_stay_stated BEFORE UPDATE OF stated ON withdrawn_debits
  FOR EACH ROW WHEN (NEW.stated IS NOT NULL AND NEW.stated IS DISTINCT FROM OLD.stated) EXECUTE FUNCTION refuse('what a withdrawn file stated is only blanked');
