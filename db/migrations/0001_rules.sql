-- The rules that hold whatever code runs: what may never change, that a total is the sum of its lines, and that every
-- change leaves a row in `changes` in its own transaction. Functions that write for the caller run as their owner, so
-- that the application's role needs no right to alter what it must not.

CREATE FUNCTION change_actor() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('ics.actor', true), ''), 'database:' || session_user)
$$;
--> statement-breakpoint
CREATE FUNCTION change_request() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('ics.request_id', true), '')
$$;
--> statement-breakpoint
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % is refused: %', lower(TG_OP), TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- Changes: insert-only.
CREATE TRIGGER changes_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('the table of changes is insert-only');
--> statement-breakpoint

-- Companies and imports: one row of changes for each row that really changed.
CREATE FUNCTION record_row_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  touched record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    touched.partner_id,
    TG_ARGV[0]::changed_record,
    touched.id,
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN coalesce(TG_ARGV[1], 'updated') ELSE 'deleted' END,
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER companies_recorded AFTER INSERT OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION record_row_change('company');
--> statement-breakpoint
CREATE TRIGGER companies_updated AFTER UPDATE ON companies
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_row_change('company');
--> statement-breakpoint
CREATE TRIGGER imports_recorded AFTER INSERT OR DELETE ON imports
  FOR EACH ROW EXECUTE FUNCTION record_row_change('import');
--> statement-breakpoint
CREATE TRIGGER imports_transmitted AFTER UPDATE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NULL AND NEW.transmitted_at IS NOT NULL)
  EXECUTE FUNCTION record_row_change('import', 'transmitted');
--> statement-breakpoint
CREATE TRIGGER imports_updated AFTER UPDATE ON imports
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.* AND OLD.transmitted_at IS NOT DISTINCT FROM NEW.transmitted_at)
  EXECUTE FUNCTION record_row_change('import');
--> statement-breakpoint
CREATE TRIGGER imports_stay_transmitted BEFORE UPDATE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NOT NULL AND NEW.transmitted_at IS DISTINCT FROM OLD.transmitted_at)
  EXECUTE FUNCTION refuse('a transmission is final');
--> statement-breakpoint
CREATE TRIGGER imports_kept_once_transmitted BEFORE DELETE ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NOT NULL) EXECUTE FUNCTION refuse('the import was transmitted');
--> statement-breakpoint

-- Invoices.
CREATE FUNCTION record_created_invoices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT partner_id, 'invoice', id, 'created', change_actor(), change_request() FROM created;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_created AFTER INSERT ON invoices REFERENCING NEW TABLE AS created
  FOR EACH STATEMENT EXECUTE FUNCTION record_created_invoices();
--> statement-breakpoint
CREATE FUNCTION record_updated_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.partner_id, NEW.id, NEW.company_id, NEW.import_id, NEW.invoice_number, NEW.created_at)
    IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.company_id, OLD.import_id, OLD.invoice_number, OLD.created_at) THEN
    RAISE EXCEPTION 'what identifies an invoice never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.retracted_at IS NOT NULL AND NEW.retracted_at IS DISTINCT FROM OLD.retracted_at THEN
    RAISE EXCEPTION 'a retraction is final' USING ERRCODE = 'restrict_violation';
  END IF;
  -- The total moves with the lines, which have rows of changes of their own.
  IF to_jsonb(NEW) - 'amount_total_cents' IS DISTINCT FROM to_jsonb(OLD) - 'amount_total_cents' THEN
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
CREATE TRIGGER invoices_updated AFTER UPDATE ON invoices
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_updated_invoice();
--> statement-breakpoint
CREATE FUNCTION record_deleted_invoices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted d JOIN imports i ON i.partner_id = d.partner_id AND i.id = d.import_id WHERE i.transmitted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'a transmitted invoice is never deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  -- An import that is deleted takes its invoices along, and its own row of changes speaks for them.
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT d.partner_id, 'invoice', d.id, 'deleted', change_actor(), change_request()
  FROM deleted d JOIN imports i ON i.partner_id = d.partner_id AND i.id = d.import_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_deleted AFTER DELETE ON invoices REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_invoices();
--> statement-breakpoint

-- Lines: append-only, and the total is their sum at every commit. The lines of a creation (position 1 onwards) come with
-- the total that the creator named; whatever is added later moves the total itself. Both are verified at commit.
CREATE FUNCTION verify_invoice_total() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM invoices i
    CROSS JOIN LATERAL (
      SELECT sum(l.amount_cents) AS amount_cents, min(l.position) AS first_position
      FROM invoice_lines l WHERE l.partner_id = i.partner_id AND l.invoice_id = i.id
    ) lines
    WHERE i.partner_id = NEW.partner_id AND i.id = NEW.id
      AND (i.amount_total_cents IS DISTINCT FROM lines.amount_cents OR lines.first_position <> 1)
  ) THEN
    RAISE EXCEPTION 'the total of invoice % is not the sum of its lines', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_total_is_sum_of_lines';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER invoices_total_is_sum_of_lines AFTER INSERT OR UPDATE OF amount_total_cents ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION verify_invoice_total();
--> statement-breakpoint
CREATE FUNCTION move_invoice_totals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  retracted text;
BEGIN
  WITH late AS (
    SELECT partner_id, invoice_id, sum(amount_cents)::bigint AS amount_cents
    FROM added GROUP BY partner_id, invoice_id HAVING min(position) > 1
  ), moved AS (
    UPDATE invoices i SET amount_total_cents = i.amount_total_cents + late.amount_cents
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
--> statement-breakpoint
CREATE TRIGGER invoice_lines_added AFTER INSERT ON invoice_lines REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION move_invoice_totals();
--> statement-breakpoint
CREATE TRIGGER invoice_lines_append_only BEFORE UPDATE OR TRUNCATE ON invoice_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('lines are append-only');
--> statement-breakpoint
CREATE FUNCTION refuse_orphaned_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id) THEN
    RAISE EXCEPTION 'delete on % is refused: it goes only with its invoice', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_kept AFTER DELETE ON invoice_lines REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();
--> statement-breakpoint

-- Tickets, messages and the support team's queue.
CREATE FUNCTION record_invoice_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT partner_id, 'invoice'::changed_record, invoice_id, TG_ARGV[0], change_actor(), change_request() FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_added AFTER INSERT ON messages REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('message_added');
--> statement-breakpoint
CREATE TRIGGER messages_stay BEFORE UPDATE ON messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was sent was sent');
--> statement-breakpoint
CREATE TRIGGER messages_kept AFTER DELETE ON messages REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();
--> statement-breakpoint
CREATE TRIGGER tickets_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('ticket_added');
--> statement-breakpoint
CREATE TRIGGER support_assignments_added AFTER INSERT ON support_assignments REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('assigned_to_support');
--> statement-breakpoint
CREATE FUNCTION record_ended_assignments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT r.partner_id, 'invoice', r.invoice_id, 'left_support', change_actor(), change_request()
  FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER support_assignments_ended AFTER DELETE ON support_assignments REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_assignments();
--> statement-breakpoint
CREATE FUNCTION refuse_foreign_company() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM invoices i WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id AND i.company_id = NEW.company_id) THEN
    RAISE EXCEPTION '% names another company than its invoice', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_of_the_invoices_company AFTER INSERT ON tickets
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
--> statement-breakpoint
CREATE TRIGGER support_assignments_of_the_invoices_company AFTER INSERT ON support_assignments
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
--> statement-breakpoint
CREATE FUNCTION record_ticket_statuses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT a.partner_id, 'invoice'::changed_record, a.invoice_id, 'tickets_' || a.status, change_actor(), change_request()
  FROM after a JOIN before b ON b.partner_id = a.partner_id AND b.id = a.id
  WHERE a.status <> b.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_status_changed AFTER UPDATE ON tickets REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION record_ticket_statuses();
--> statement-breakpoint
CREATE TRIGGER tickets_said_stays_said BEFORE UPDATE OF partner_id, id, company_id, invoice_id, sender, message, created_at ON tickets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('only the status of a ticket changes');
--> statement-breakpoint
CREATE TRIGGER tickets_kept AFTER DELETE ON tickets REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();
