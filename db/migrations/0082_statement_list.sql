CREATE TYPE "public"."payment_category" AS ENUM('bank_fees', 'salaries', 'rent', 'donations', 'own_transfers', 'other');--> statement-breakpoint
CREATE TABLE "repeated_entries" (
	"partner_id" text collate "C" NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"entry_id" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	CONSTRAINT "repeated_entries_partner_id_statement_id_entry_id_pk" PRIMARY KEY("partner_id","statement_id","entry_id")
);
--> statement-breakpoint
DROP INDEX "statement_entries_by_statement";--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD COLUMN "category" "payment_category";--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD COLUMN "category_text" text;--> statement-breakpoint
ALTER TABLE "repeated_entries" ADD CONSTRAINT "repeated_entries_of_statement" FOREIGN KEY ("partner_id","statement_id") REFERENCES "public"."bank_statements"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repeated_entries" ADD CONSTRAINT "repeated_entries_of_entry" FOREIGN KEY ("partner_id","entry_id") REFERENCES "public"."statement_entries"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_entries_in_order" ON "statement_entries" USING btree ("partner_id","statement_id","line","id");--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_category_noted" CHECK ("bank_transactions"."category" is null or "bank_transactions"."state" = 'noted');--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_category_text" CHECK (("bank_transactions"."category_text" is not null) = ("bank_transactions"."category" is not distinct from 'other')
        and ("bank_transactions"."category_text" is null or char_length(btrim("bank_transactions"."category_text")) between 1 and 60));