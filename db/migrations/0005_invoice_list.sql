ALTER TABLE "invoices" ADD COLUMN "amount_billed_cents" bigint;--> statement-breakpoint
-- Nothing changes for anybody: no row of changes is written.
ALTER TABLE "invoices" DISABLE TRIGGER "invoices_updated";--> statement-breakpoint
UPDATE "invoices" i SET "amount_billed_cents" = (
	SELECT coalesce(sum(l."amount_cents"), 0) FROM "invoice_lines" l
	WHERE l."partner_id" = i."partner_id" AND l."invoice_id" = i."id" AND l."type" = 'INVOICE-LINE'
);--> statement-breakpoint
ALTER TABLE "invoices" ENABLE TRIGGER "invoices_updated";--> statement-breakpoint
ALTER TABLE "invoices"
	ALTER COLUMN "amount_billed_cents" SET NOT NULL,
	ADD COLUMN "search_text" text collate "C" GENERATED ALWAYS AS (left(fold_for_search(joined_fields(customer_name(customer_organization, customer_prefix, customer_first_name, customer_infix, customer_last_name), external_invoice_number, invoice_number::text, customer_email, direct_debit_iban, reference, federation_membership_number, club_membership_number, member_external_id, external_membership_number, customer_prefix, case when customer_organization <> '' then customer_name(null, null, customer_first_name, customer_infix, customer_last_name) end)), 600)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "invoices_listed" ON "invoices" USING btree ("partner_id","invoice_number","import_id","amount_total_cents","amount_billed_cents","retracted_at","created_at","search_text");--> statement-breakpoint
CREATE INDEX "invoices_searched" ON "invoices" USING gin ("partner_id","search_text" gin_trgm_ops) WITH (gin_pending_list_limit=2048);--> statement-breakpoint
CREATE INDEX "payments_pending" ON "payments" USING btree ("partner_id","invoice_id") WHERE status = 'pending';--> statement-breakpoint
-- An index alone answers only for pages that were vacuumed since they were written, and by default the newest fifth of a table waits for that.
ALTER TABLE "invoices" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
-- What is known of a new column's values is nothing, until it is looked at.
ANALYZE "invoices";
