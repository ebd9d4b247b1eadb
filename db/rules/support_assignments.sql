-- Assignments to support are recorded.

-- Records that support no longer has a conversation, unless the invoice itself is gone.
CREATE OR REPLACE FUNCTION record_ended_assignments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT r.partner_id, 'invoice', r.invoice_id, 'left_support', change_actor(), change_request()
  FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER support_assignments_added AFTER INSERT ON support_assignments
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('assigned_to_support');

CREATE OR REPLACE TRIGGER support_assignments_ended AFTER DELETE ON support_assignments
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION record_ended_assignments();

CREATE OR REPLACE TRIGGER support_assignments_of_the_invoices_company AFTER INSERT ON support_assignments
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
