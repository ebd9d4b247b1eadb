-- Queues an account's payments at the desk for ranking when its payer is learned or forgotten.

CREATE OR REPLACE FUNCTION rank_payments_of_payer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  payer record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO desk_rankings (partner_id, bank_transaction_id)
  SELECT t.partner_id, t.id FROM bank_transactions t
  WHERE t.partner_id = payer.partner_id AND t.state NOT IN ('new', 'booked', 'to_return', 'noted', 'returned') AND t.state <> 'withdrawn'
    AND t.iban = payer.iban AND t.amount_cents > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER known_payers_rank_payments AFTER INSERT OR DELETE ON known_payers
  FOR EACH ROW EXECUTE FUNCTION rank_payments_of_payer();
