ALTER TABLE "bank_statements" ADD COLUMN "left_out" jsonb;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD COLUMN "category_always" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_transactions_categorized" ON "bank_transactions" USING btree ("partner_id","company_id","category_always","booked_on") WHERE category is not null;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_category_always" CHECK (not "bank_transactions"."category_always" or "bank_transactions"."category" is not null) NOT VALID;