CREATE INDEX "archivings_by_invoice_from_support" ON "archivings" USING btree ("invoice_id") WHERE assigned_at is not null;--> statement-breakpoint
CREATE INDEX "invoices_by_customer_email" ON "invoices" USING btree ("partner_id","company_id",lower("customer_email"));--> statement-breakpoint
CREATE INDEX "support_assignments_by_invoice" ON "support_assignments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("partner_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_open" ON "tickets" USING btree ("partner_id","invoice_id","status","created_at","company_id") WHERE status in ('unanswered', 'answered');