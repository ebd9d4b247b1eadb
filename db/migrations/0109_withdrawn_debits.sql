CREATE TABLE "debit_warnings" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"told_on" date NOT NULL,
	CONSTRAINT "debit_warnings_partner_id_bank_account_id_pk" PRIMARY KEY("partner_id","bank_account_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawn_debits" (
	"partner_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"debit_id" text collate "C" NOT NULL,
	"file_cents" bigint NOT NULL,
	"collect_on" date NOT NULL,
	"scheme" "mandate_scheme" NOT NULL,
	"sequence_type" "debit_sequence_type" NOT NULL,
	"stated" jsonb,
	"named_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawn_debits_partner_id_file_id_debit_id_pk" PRIMARY KEY("partner_id","file_id","debit_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawn_file_entries" (
	"partner_id" text collate "C" NOT NULL,
	"bank_transaction_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	CONSTRAINT "withdrawn_file_entries_partner_id_bank_transaction_id_pk" PRIMARY KEY("partner_id","bank_transaction_id")
);
--> statement-breakpoint
ALTER TABLE "debit_settings" DROP CONSTRAINT "debit_settings_lead_days_in_range";--> statement-breakpoint
ALTER TABLE "debit_files" ADD COLUMN "found_by" text collate "C";--> statement-breakpoint
ALTER TABLE "debit_files" ADD COLUMN "found_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "original_creditor_identifier" text collate "C";--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "original_creditor_name" text;--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "bic" text collate "C";--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "bic" text collate "C";--> statement-breakpoint
ALTER TABLE "debit_warnings" ADD CONSTRAINT "debit_warnings_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_debits" ADD CONSTRAINT "withdrawn_debits_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."debit_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_debits" ADD CONSTRAINT "withdrawn_debits_of_debit" FOREIGN KEY ("partner_id","debit_id") REFERENCES "public"."debits"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_file_entries" ADD CONSTRAINT "withdrawn_file_entries_of_payment" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawn_file_entries" ADD CONSTRAINT "withdrawn_file_entries_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."debit_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawn_debits_by_debit" ON "withdrawn_debits" USING btree ("partner_id","debit_id");--> statement-breakpoint
CREATE INDEX "withdrawn_file_entries_by_file" ON "withdrawn_file_entries" USING btree ("partner_id","file_id");--> statement-breakpoint
ALTER TABLE "debit_files" ADD CONSTRAINT "debit_files_found_whole" CHECK (("debit_files"."found_by" is null) = ("debit_files"."found_at" is null) and ("debit_files"."found_at" is null or "debit_files"."withdrawn_at" is not null));--> statement-breakpoint
UPDATE "debit_settings" SET "lead_days" = 6 WHERE "lead_days" > 6;--> statement-breakpoint
ALTER TABLE "debit_settings" ADD CONSTRAINT "debit_settings_lead_days_in_range" CHECK ("debit_settings"."lead_days" between 1 and 6);--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_original_creditor_in_file" CHECK ("debits"."file_id" is not null or num_nonnulls("debits"."original_creditor_identifier", "debits"."original_creditor_name") = 0);