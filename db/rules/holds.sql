-- Holds stay on record, end once, and are recorded as changes. Each change of a hold puts the invoice back into the queue.

-- Puts the held invoice back into the queue `collections`, due immediately.
CREATE OR REPLACE FUNCTION look_at_held_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections SET next_at = '-infinity' WHERE partner_id = NEW.partner_id AND invoice_id = NEW.invoice_id;
  RETURN NULL;
END $$;

-- Records that a hold was lifted or replaced.
CREATE OR REPLACE FUNCTION record_end_of_hold() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (NEW.partner_id, 'invoice', NEW.invoice_id, 'hold_ended', change_actor(), change_request());
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER holds_begun AFTER INSERT ON holds
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('held');

CREATE OR REPLACE TRIGGER holds_end_once BEFORE UPDATE ON holds
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION refuse('a hold ends once');

CREATE OR REPLACE TRIGGER holds_ended AFTER UPDATE ON holds
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION record_end_of_hold();

CREATE OR REPLACE TRIGGER holds_kept AFTER DELETE ON holds
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();

CREATE OR REPLACE TRIGGER holds_looked_at AFTER INSERT OR UPDATE ON holds
  FOR EACH ROW EXECUTE FUNCTION look_at_held_invoice_again();

CREATE OR REPLACE TRIGGER holds_stay BEFORE UPDATE OF partner_id, id, invoice_id, kind, reason, until, created_at, is_transfer_said, promised_on, withdraws_promise ON holds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was held stays');
