ALTER TYPE "public"."bank_transaction_state" ADD VALUE 'withdrawn';--> statement-breakpoint
ALTER TABLE "bank_statements" DROP CONSTRAINT "bank_statements_once";--> statement-breakpoint
DROP INDEX "statement_files_by_contents";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "withdrawal_id" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "withdrawn_by" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD COLUMN "withdrawal_reason" text;--> statement-breakpoint
ALTER TABLE "statement_files" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "repeated_entries_by_entry" ON "repeated_entries" USING btree ("partner_id","entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_files_by_contents" ON "statement_files" USING btree ("partner_id","sha256") WHERE replaced_at is null;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_once" UNIQUE NULLS NOT DISTINCT("partner_id","iban","currency","family","number","opening_on","closing_on","opening_cents","closing_cents","withdrawal_id");--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_withdrawn_whole" CHECK (num_nonnulls("bank_statements"."withdrawal_id", "bank_statements"."withdrawn_by", "bank_statements"."withdrawn_at", "bank_statements"."withdrawal_reason") in (0, 4));