-- Payments in a file for the bank never change their contents. A paid payment can only be returned, and a returned payment stays
-- returned. A payment that was taken out or rejected can still be paid: a statement may show that the bank carried it out nevertheless.

CREATE OR REPLACE TRIGGER payout_items_kept BEFORE DELETE OR TRUNCATE ON payout_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was in a file is kept');

CREATE OR REPLACE TRIGGER payout_items_stay BEFORE UPDATE OF partner_id, id, payout_id, refund_id, bank_transaction_id, name, iban, amount_cents, text, end_to_end_id ON payout_items
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was in a file stays');

CREATE OR REPLACE TRIGGER payout_items_stay_ended BEFORE UPDATE OF status, ended_at, paid_transaction_id, returned_transaction_id ON payout_items
  FOR EACH ROW WHEN (OLD.status::text = 'returned' OR (OLD.status::text = 'paid' AND NEW.status::text NOT IN ('paid', 'returned'))
    OR (OLD.status::text IN ('cancelled', 'rejected') AND NEW.status::text <> 'paid'))
  EXECUTE FUNCTION refuse('it ends once');
