CREATE TABLE "shared_late_fees" (
	"partner_id" text collate "C" NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"on_invoice_id" text collate "C" NOT NULL,
	"is_counted" boolean NOT NULL,
	CONSTRAINT "shared_late_fees_partner_id_message_id_invoice_id_pk" PRIMARY KEY("partner_id","message_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "shared_late_fees" ADD CONSTRAINT "shared_late_fees_of_message" FOREIGN KEY ("partner_id","message_id") REFERENCES "public"."outgoing_messages"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_late_fees" ADD CONSTRAINT "shared_late_fees_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_late_fees_by_invoice" ON "shared_late_fees" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "shared_late_fees_by_place" ON "shared_late_fees" USING btree ("partner_id","on_invoice_id");--> statement-breakpoint
-- Reminders that announced a fee for each of several invoices: one fee stays, on an invoice that was charged it already, else on the first.
WITH named AS (
  SELECT o.partner_id, coalesce(o.carried_by, o.id) AS message_id, o.invoice_id, i.invoice_number,
    EXISTS (SELECT FROM invoice_lines l WHERE l.partner_id = o.partner_id AND l.invoice_id = o.invoice_id AND l.type = 'LATE-PAYMENT-FEE-LINE') AS is_charged
  FROM outgoing_messages o JOIN invoices i ON i.partner_id = o.partner_id AND i.id = o.invoice_id
  WHERE o.grace_until IS NOT NULL
), placed AS (
  SELECT n.*, first_value(invoice_id) OVER (PARTITION BY partner_id, message_id ORDER BY is_charged DESC, invoice_number) AS on_invoice_id FROM named n
)
INSERT INTO shared_late_fees (partner_id, message_id, invoice_id, on_invoice_id, is_counted)
SELECT partner_id, message_id, invoice_id, on_invoice_id, true FROM placed p WHERE invoice_id <> on_invoice_id
  AND EXISTS (SELECT FROM outgoing_messages m WHERE m.partner_id = p.partner_id AND m.id = p.message_id);
