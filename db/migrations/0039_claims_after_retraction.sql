-- Until now a chargeback of a retracted invoice left a claim that nobody could clear. Each is credited, as such a chargeback is from now on.
-- The rules of the version before refuse a credit after a retraction, so they look away for these statements, which keep the sums themselves.
ALTER TABLE invoice_lines DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE invoices DISABLE TRIGGER USER;--> statement-breakpoint
INSERT INTO invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, added_by)
SELECT i.partner_id, i.id,
  (SELECT max(position) + 1 FROM invoice_lines l WHERE l.partner_id = i.partner_id AND l.invoice_id = i.id),
  substr(md5(i.id || 'credit') || md5(random()::text), 1, 40), 'CREDIT-LINE', -i.amount_total_cents,
  now() + p.clock_offset_ms * interval '1 millisecond', 'system'
FROM invoices i JOIN partners p ON p.id = i.partner_id
WHERE i.retracted_at IS NOT NULL AND i.amount_total_cents > 0;--> statement-breakpoint
INSERT INTO changes (partner_id, record, record_id, kind, actor)
SELECT partner_id, 'invoice', id, 'line_added', 'system' FROM invoices WHERE retracted_at IS NOT NULL AND amount_total_cents > 0;--> statement-breakpoint
UPDATE invoices SET amount_total_cents = 0 WHERE retracted_at IS NOT NULL AND amount_total_cents > 0;--> statement-breakpoint
ALTER TABLE invoices ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE invoice_lines ENABLE TRIGGER USER;
