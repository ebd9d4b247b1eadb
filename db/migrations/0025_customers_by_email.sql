-- Ends the transaction that all migrations share: what those before this one have locked does not wait for it.
COMMIT;--> statement-breakpoint
BEGIN;--> statement-breakpoint
CREATE INDEX "invoices_by_customer_email_hash" ON "invoices" USING btree ("partner_id",hashtextextended(lower("customer_email"), 0)) WHERE customer_email <> '';--> statement-breakpoint
-- Last, because from here on reading invoices waits for the end of the migrations.
DROP INDEX "invoices_by_customer_email";
