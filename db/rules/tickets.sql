-- The text of a ticket never changes. Its status may change, and that is recorded.

-- Records answered, archived and reopened tickets, once per invoice and status.
CREATE OR REPLACE FUNCTION record_ticket_statuses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT a.partner_id, 'invoice'::changed_record, a.invoice_id, 'tickets_' || a.status, change_actor(), change_request()
  FROM after a JOIN before b ON b.partner_id = a.partner_id AND b.id = a.id
  WHERE a.status <> b.status;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tickets_added AFTER INSERT ON tickets
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('ticket_added');

CREATE OR REPLACE TRIGGER tickets_are_news AFTER INSERT ON tickets
  FOR EACH ROW WHEN (NEW.sender = 'customer') EXECUTE FUNCTION note_news('question');

CREATE OR REPLACE TRIGGER tickets_author_stays BEFORE UPDATE OF author_id ON tickets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('only the status of a ticket changes');

CREATE OR REPLACE TRIGGER tickets_kept AFTER DELETE ON tickets
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();

CREATE OR REPLACE TRIGGER tickets_of_the_invoices_company AFTER INSERT ON tickets
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();

CREATE OR REPLACE TRIGGER tickets_said_stays_said BEFORE UPDATE OF partner_id, id, company_id, invoice_id, sender, message, created_at ON tickets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('only the status of a ticket changes');

CREATE OR REPLACE TRIGGER tickets_status_changed AFTER UPDATE ON tickets
  REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION record_ticket_statuses();
