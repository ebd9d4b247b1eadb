-- What was billed is kept as the total is: by the database, moved by lines that come later, verified at commit.

-- Code of the version before, which may still run for a moment, does not name it. At creation it is the total.
CREATE FUNCTION bill_the_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.amount_billed_cents := NEW.amount_total_cents;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_bill_the_total BEFORE INSERT ON invoices
  FOR EACH ROW WHEN (NEW.amount_billed_cents IS NULL) EXECUTE FUNCTION bill_the_total();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION record_updated_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- The amounts move with the lines, which have rows of changes of their own. What is derived changes with what it is derived from.
  unrecorded CONSTANT text[] := ARRAY['amount_total_cents', 'amount_billed_cents', 'search_text'];
BEGIN
  IF (NEW.partner_id, NEW.id, NEW.company_id, NEW.import_id, NEW.invoice_number, NEW.created_at)
    IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.company_id, OLD.import_id, OLD.invoice_number, OLD.created_at) THEN
    RAISE EXCEPTION 'what identifies an invoice never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.retracted_at IS NOT NULL AND NEW.retracted_at IS DISTINCT FROM OLD.retracted_at THEN
    RAISE EXCEPTION 'a retraction is final' USING ERRCODE = 'restrict_violation';
  END IF;
  IF to_jsonb(NEW) - unrecorded IS DISTINCT FROM to_jsonb(OLD) - unrecorded THEN
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    VALUES (
      NEW.partner_id,
      'invoice',
      NEW.id,
      CASE WHEN NEW.retracted_at IS DISTINCT FROM OLD.retracted_at THEN 'retracted' ELSE 'updated' END,
      change_actor(),
      change_request()
    );
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION verify_invoice_total() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT CASE
    WHEN i.amount_total_cents IS DISTINCT FROM lines.amount_cents OR lines.first_position <> 1 THEN 'total'
    WHEN i.amount_billed_cents IS DISTINCT FROM lines.billed_cents THEN 'billed amount'
  END INTO wrong
  FROM invoices i
  CROSS JOIN LATERAL (
    SELECT
      sum(l.amount_cents) AS amount_cents,
      coalesce(sum(l.amount_cents) FILTER (WHERE l.type = 'INVOICE-LINE'), 0) AS billed_cents,
      min(l.position) AS first_position
    FROM invoice_lines l WHERE l.partner_id = i.partner_id AND l.invoice_id = i.id
  ) lines
  WHERE i.partner_id = NEW.partner_id AND i.id = NEW.id;

  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'the % of invoice % is not the sum of its lines', wrong, NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_total_is_sum_of_lines';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER invoices_total_is_sum_of_lines ON invoices;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER invoices_total_is_sum_of_lines AFTER INSERT OR UPDATE OF amount_total_cents, amount_billed_cents ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION verify_invoice_total();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION move_invoice_totals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  retracted text;
BEGIN
  WITH late AS (
    SELECT
      partner_id,
      invoice_id,
      sum(amount_cents)::bigint AS amount_cents,
      coalesce(sum(amount_cents) FILTER (WHERE type = 'INVOICE-LINE'), 0)::bigint AS billed_cents
    FROM added GROUP BY partner_id, invoice_id HAVING min(position) > 1
  ), moved AS (
    UPDATE invoices i SET
      amount_total_cents = i.amount_total_cents + late.amount_cents,
      amount_billed_cents = i.amount_billed_cents + late.billed_cents
    FROM late WHERE i.partner_id = late.partner_id AND i.id = late.invoice_id
    RETURNING i.partner_id, i.id, i.retracted_at
  ), recorded AS (
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    SELECT partner_id, 'invoice', id, 'line_added', change_actor(), change_request() FROM moved
  )
  SELECT min(id) INTO retracted FROM moved WHERE retracted_at IS NOT NULL;

  IF retracted IS NOT NULL THEN
    RAISE EXCEPTION 'no line is added to retracted invoice %', retracted USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
