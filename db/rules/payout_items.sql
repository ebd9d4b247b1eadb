-- Payments in a file for the bank never change their contents, and end once.

CREATE OR REPLACE TRIGGER payout_items_kept BEFORE DELETE OR TRUNCATE ON payout_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was in a file is kept');

CREATE OR REPLACE TRIGGER payout_items_stay BEFORE UPDATE OF partner_id, id, payout_id, refund_id, bank_transaction_id, name, iban, amount_cents, text, end_to_end_id ON payout_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was in a file stays');

CREATE OR REPLACE TRIGGER payout_items_stay_ended BEFORE UPDATE ON payout_items
  FOR EACH ROW WHEN (OLD.status IN ('returned', 'cancelled') OR (OLD.status = 'paid' AND NEW.status NOT IN ('paid', 'returned')))
  EXECUTE FUNCTION refuse('it ends once');
