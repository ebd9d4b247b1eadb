-- A plan of instalments stays as it was agreed to, divides the invoice's balance, and is recorded as a change of the invoice. A plan that
-- has ended changes only by being restored.

-- Checks at commit that the parts add up to the balance at the agreement.
CREATE OR REPLACE FUNCTION verify_instalment_plan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (SELECT sum((part ->> 'amountCents')::bigint) FROM jsonb_array_elements(NEW.parts) part) IS DISTINCT FROM (
    SELECT sum(l.amount_cents) FROM invoice_lines l
    WHERE l.partner_id = NEW.partner_id AND l.invoice_id = NEW.invoice_id AND l.position <= NEW.lines_count) THEN
    RAISE EXCEPTION 'instalment plan % does not divide the balance', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'instalment_plans_divide_the_balance';
  END IF;
  RETURN NULL;
END $$;

-- Records that a missed part was spread over the rest, or ended the plan, or that the plan was restored.
CREATE OR REPLACE FUNCTION record_changed_instalments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (NEW.partner_id, 'invoice', NEW.invoice_id, CASE WHEN NEW.ended_at IS NULL THEN 'instalments_changed' ELSE 'instalments_ended' END,
    change_actor(), change_request());
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER instalment_plans_agreed AFTER INSERT ON instalment_plans
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('instalments_agreed');

CREATE OR REPLACE TRIGGER instalment_plans_changed AFTER UPDATE ON instalment_plans
  FOR EACH ROW WHEN (OLD.spreads IS DISTINCT FROM NEW.spreads OR OLD.ended_at IS DISTINCT FROM NEW.ended_at)
  EXECUTE FUNCTION record_changed_instalments();

DROP TRIGGER IF EXISTS instalment_plans_divide_the_balance ON instalment_plans;
CREATE CONSTRAINT TRIGGER instalment_plans_divide_the_balance AFTER INSERT ON instalment_plans
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION verify_instalment_plan();

CREATE OR REPLACE TRIGGER instalment_plans_end_once BEFORE UPDATE ON instalment_plans
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL AND (NEW.ended_at IS NOT NULL OR NEW.restores <> OLD.restores + 1 OR NEW.spreads <> OLD.spreads))
  EXECUTE FUNCTION refuse('a plan that has ended is only restored');

CREATE OR REPLACE TRIGGER instalment_plans_kept BEFORE DELETE OR TRUNCATE ON instalment_plans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a plan is kept');

CREATE OR REPLACE TRIGGER instalment_plans_looked_at AFTER INSERT OR UPDATE ON instalment_plans
  FOR EACH ROW EXECUTE FUNCTION look_at_held_invoice_again();

CREATE OR REPLACE TRIGGER instalment_plans_stay BEFORE UPDATE OF partner_id, id, invoice_id, agreed_at, agreed_by, address, locale, text, version, parts, fee_cents, law, missed, lines_count ON instalment_plans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a customer agreed to is kept');
