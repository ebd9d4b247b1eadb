-- Details of an account stay on record. A change ends once, by being confirmed or withdrawn, and its contents never change.

CREATE OR REPLACE TRIGGER bank_account_details_end_once BEFORE UPDATE ON bank_account_details
  FOR EACH ROW WHEN (num_nonnulls(OLD.confirmed_by, OLD.withdrawn_by) > 0 AND OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION refuse('a change is confirmed or withdrawn once');

CREATE OR REPLACE TRIGGER bank_account_details_stay BEFORE UPDATE OF partner_id, id, bank_account_id, holder, iban, bic, qr_iban, creditor_identifier, requested_by, requested_at ON bank_account_details
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what an account said is kept');

CREATE OR REPLACE TRIGGER bank_account_details_waiting BEFORE UPDATE OF in_force_at ON bank_account_details
  FOR EACH ROW WHEN (NEW.in_force_at <> OLD.in_force_at AND (NEW.confirmed_by IS NULL OR NEW.in_force_at > OLD.in_force_at))
  EXECUTE FUNCTION refuse('only a second person ends the wait');
