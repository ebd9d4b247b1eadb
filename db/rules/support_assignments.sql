-- Assignments to support are recorded.

-- Records that an assignment to support has ended, unless the invoice was deleted. A question that is still unanswered becomes news again:
-- while support was responsible, the company's people got no mail about it.
CREATE OR REPLACE FUNCTION record_ended_assignments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT r.partner_id, 'invoice', r.invoice_id, 'left_support', change_actor(), change_request()
  FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id;
  INSERT INTO news (partner_id, company_id, invoice_id, kind, created_at)
  SELECT i.partner_id, i.company_id, i.id, 'question', clock_timestamp()
  FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id
  WHERE EXISTS (SELECT FROM tickets t WHERE t.partner_id = i.partner_id AND t.invoice_id = i.id AND t.status = 'unanswered');
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
