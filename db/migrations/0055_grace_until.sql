ALTER TABLE "outgoing_messages" ADD COLUMN "grace_until" date;--> statement-breakpoint
-- What was sent until now named 14 days from the day after it left. The rule that a message which has ended stays so would refuse to write that down.
DO $$
BEGIN
  ALTER TABLE outgoing_messages DISABLE TRIGGER USER;
  UPDATE outgoing_messages o SET grace_until = (o.created_at at time zone 'Europe/Amsterdam')::date + 14
  FROM invoices i, import_settings s
  WHERE i.partner_id = o.partner_id AND i.id = o.invoice_id AND s.partner_id = i.partner_id AND s.import_id = i.import_id
    AND s.late_payment_fee_cents > 0 AND o.kind::text LIKE 'reminder%' AND o.state IN ('sent', 'unknown');
  ALTER TABLE outgoing_messages ENABLE TRIGGER USER;
END $$;
