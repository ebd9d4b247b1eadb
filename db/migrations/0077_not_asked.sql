ALTER TABLE "outstanding_rollups" ADD COLUMN "unasked_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outstanding_rollups" ADD COLUMN "unasked_invoices" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rollup_states" ADD COLUMN "moved_in" "xid8";--> statement-breakpoint
CREATE INDEX "invoices_owing_without_email" ON "invoices" USING btree ("partner_id","import_id","invoice_number","id") WHERE amount_total_cents > 0 and retracted_at is null and coalesce(btrim("invoices"."customer_email"), '') = '';--> statement-breakpoint
-- Figures of before say nothing of customers who were never asked: all are summed again.
UPDATE "rollup_states" SET "moved_in" = pg_current_xact_id();
