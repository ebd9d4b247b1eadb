CREATE TYPE "public"."debit_report_status" AS ENUM('pending', 'accepted', 'partly', 'executed', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."debit_sequence_rule" AS ENUM('RCUR', 'FRST_FNAL');--> statement-breakpoint
CREATE TYPE "public"."debit_sequence_type" AS ENUM('RCUR', 'OOFF', 'FRST', 'FNAL');--> statement-breakpoint
CREATE TYPE "public"."debit_status" AS ENUM('planned', 'at_bank', 'booked', 'rejected', 'returned', 'cancelled');--> statement-breakpoint
CREATE TABLE "debit_files" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"holder" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"bic" text collate "C",
	"creditor_identifier" text collate "C" NOT NULL,
	"creditor_address" jsonb,
	"batch_booking" boolean NOT NULL,
	"debits_count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"needs_approval" boolean NOT NULL,
	"alone_from" timestamp (3) with time zone,
	"approved_by" text collate "C",
	"approved_at" timestamp (3) with time zone,
	"handed_out_at" timestamp (3) with time zone,
	"withdrawn_by" text collate "C",
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "debit_files_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "debit_files_second_person" CHECK ("debit_files"."approved_by" <> "debit_files"."created_by" or ("debit_files"."approved_at" >= "debit_files"."alone_from") is true),
	CONSTRAINT "debit_files_approved_whole" CHECK (("debit_files"."approved_by" is null) = ("debit_files"."approved_at" is null)),
	CONSTRAINT "debit_files_withdrawn_whole" CHECK (("debit_files"."withdrawn_by" is null) = ("debit_files"."withdrawn_at" is null)),
	CONSTRAINT "debit_files_not_empty" CHECK ("debit_files"."debits_count" > 0 and "debit_files"."amount_cents" > 0),
	CONSTRAINT "debit_files_id_shape" CHECK ("debit_files"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "debit_reports" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"debit_file_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"message_id" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"status" "debit_report_status",
	"reason_code" text,
	"reason_text" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "debit_reports_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "debit_reports_id_shape" CHECK ("debit_reports"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "debit_settings" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"lead_days" integer DEFAULT 2 NOT NULL,
	"cut_off_hour" integer DEFAULT 10 NOT NULL,
	"sequence" "debit_sequence_rule" DEFAULT 'RCUR' NOT NULL,
	"is_one_file_per_batch" boolean DEFAULT false NOT NULL,
	"has_creditor_address" boolean DEFAULT false NOT NULL,
	"batch_booking" boolean DEFAULT true NOT NULL,
	CONSTRAINT "debit_settings_partner_id_bank_account_id_pk" PRIMARY KEY("partner_id","bank_account_id"),
	CONSTRAINT "debit_settings_lead_days_in_range" CHECK ("debit_settings"."lead_days" between 1 and 14),
	CONSTRAINT "debit_settings_cut_off_in_range" CHECK ("debit_settings"."cut_off_hour" between 0 and 23)
);
--> statement-breakpoint
CREATE TABLE "debits" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"mandate_id" text collate "C" NOT NULL,
	"customer_key" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"collect_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"status" "debit_status" DEFAULT 'planned' NOT NULL,
	"end_to_end_id" text collate "C" NOT NULL,
	"file_id" text collate "C",
	"file_cents" bigint,
	"sequence_type" "debit_sequence_type",
	"holder" text,
	"iban" text collate "C",
	"scheme" "mandate_scheme",
	"mandate_reference" text collate "C",
	"mandate_signed_on" date,
	"holder_address" jsonb,
	"text" text,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"postponements" integer DEFAULT 0 NOT NULL,
	"reason_code" text,
	"reason_text" text,
	"booked_transaction_id" text collate "C",
	"returned_transaction_id" text collate "C",
	"report_status" "debit_report_status",
	"reported_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "debits_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "debits_amount_positive" CHECK ("debits"."amount_cents" > 0),
	CONSTRAINT "debits_never_above_announced" CHECK ("debits"."file_cents" between 1 and "debits"."amount_cents"),
	CONSTRAINT "debits_end_to_end_id_of_id" CHECK ("debits"."end_to_end_id" = right("debits"."id", 35)),
	CONSTRAINT "debits_ended_at_a_time" CHECK (("debits"."status" in ('planned', 'at_bank')) = ("debits"."ended_at" is null)),
	CONSTRAINT "debits_in_file_whole" CHECK (num_nonnulls("debits"."file_id", "debits"."file_cents", "debits"."sequence_type", "debits"."holder", "debits"."iban", "debits"."scheme",
        "debits"."mandate_reference", "debits"."mandate_signed_on", "debits"."text") = case when "debits"."status" in ('planned', 'cancelled') then 0 else 9 end),
	CONSTRAINT "debits_booked_by_statement" CHECK (("debits"."status" in ('booked', 'returned')) = ("debits"."booked_transaction_id" is not null)),
	CONSTRAINT "debits_returned_by_statement" CHECK (case when "debits"."returned_transaction_id" is null then "debits"."status" <> 'returned'
        else "debits"."status" in ('at_bank', 'rejected', 'returned') end),
	CONSTRAINT "debits_customer_present" CHECK ("debits"."customer_key" <> ''),
	CONSTRAINT "debits_id_shape" CHECK ("debits"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "direct_debit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "debit_notice_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "direct_debit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "debit_notice_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "debit_id" text collate "C";--> statement-breakpoint
ALTER TABLE "debit_files" ADD CONSTRAINT "debit_files_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_reports" ADD CONSTRAINT "debit_reports_of_debit_file" FOREIGN KEY ("partner_id","debit_file_id") REFERENCES "public"."debit_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_reports" ADD CONSTRAINT "debit_reports_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."statement_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debit_settings" ADD CONSTRAINT "debit_settings_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."debit_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_booked_by" FOREIGN KEY ("partner_id","booked_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_returned_by" FOREIGN KEY ("partner_id","returned_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "debit_files_by_company" ON "debit_files" USING btree ("partner_id","company_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "debit_reports_once" ON "debit_reports" USING btree ("partner_id","debit_file_id","message_id","said_at");--> statement-breakpoint
CREATE INDEX "debit_reports_by_file" ON "debit_reports" USING btree ("partner_id","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "debits_by_end_to_end_id" ON "debits" USING btree ("partner_id","end_to_end_id");--> statement-breakpoint
CREATE INDEX "debits_planned" ON "debits" USING btree ("partner_id","company_id","collect_on") WHERE status = 'planned';--> statement-breakpoint
CREATE INDEX "debits_at_bank" ON "debits" USING btree ("partner_id","bank_account_id","collect_on") WHERE status = 'at_bank';--> statement-breakpoint
CREATE INDEX "debits_by_payer" ON "debits" USING btree ("partner_id","company_id","customer_key");--> statement-breakpoint
CREATE INDEX "debits_by_mandate" ON "debits" USING btree ("partner_id","mandate_id");--> statement-breakpoint
CREATE INDEX "debits_by_file" ON "debits" USING btree ("partner_id","file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE INDEX "debits_by_booking" ON "debits" USING btree ("partner_id","booked_transaction_id") WHERE booked_transaction_id is not null;--> statement-breakpoint
CREATE INDEX "debits_by_returning" ON "debits" USING btree ("partner_id","returned_transaction_id") WHERE returned_transaction_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_debit" FOREIGN KEY ("partner_id","debit_id") REFERENCES "public"."debits"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_debit" ON "payments" USING btree ("partner_id","debit_id","invoice_id") WHERE debit_id is not null and undone_by is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_debited_once_at_a_time" ON "payments" USING btree ("partner_id","invoice_id") WHERE debit_id is not null and status in ('scheduled', 'pending');--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_debit_notice_in_range" CHECK ("company_settings"."debit_notice_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_debits_need_account" CHECK (not "company_settings"."direct_debit" or "company_settings"."bank_account_id" is not null);--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_debit_notice_in_range" CHECK ("import_settings"."debit_notice_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_debits_need_account" CHECK (not "import_settings"."direct_debit" or "import_settings"."bank_account_id" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_debit_by_sdd" CHECK ("payments"."debit_id" is null or ("payments"."method" = 'sdd' and "payments"."provider" is null and "payments"."gift_cents" = 0));