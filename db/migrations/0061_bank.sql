CREATE TYPE "public"."statement_family" AS ENUM('camt053', 'camt054', 'mt940', 'csv');--> statement-breakpoint
CREATE TYPE "public"."bank_transaction_state" AS ENUM('new', 'open', 'later', 'booked', 'to_return', 'noted', 'returned');--> statement-breakpoint
CREATE TYPE "public"."payout_item_status" AS ENUM('ordered', 'paid', 'returned', 'cancelled');--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"iban" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"family" "statement_family" NOT NULL,
	"number" text NOT NULL,
	"opening_cents" bigint,
	"opening_on" date,
	"closing_cents" bigint,
	"closing_on" date,
	"entries" integer NOT NULL,
	CONSTRAINT "bank_statements_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "bank_statements_once" UNIQUE NULLS NOT DISTINCT("partner_id","iban","currency","family","number","opening_on","closing_on","opening_cents","closing_cents"),
	CONSTRAINT "bank_statements_balances_whole" CHECK (num_nonnulls("bank_statements"."opening_cents", "bank_statements"."closing_cents") in (0, 2)),
	CONSTRAINT "bank_statements_id_shape" CHECK ("bank_statements"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "statement_entries" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"line" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"booked_on" date NOT NULL,
	"bank_reference" text collate "C" NOT NULL,
	"is_opened" boolean NOT NULL,
	CONSTRAINT "statement_entries_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "statement_entries_id_shape" CHECK ("statement_entries"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "statement_entry_keys" (
	"partner_id" text collate "C" NOT NULL,
	"entry_id" text collate "C" NOT NULL,
	"iban" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"family" "statement_family" NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"key" text collate "C" NOT NULL,
	"ordinal" integer NOT NULL,
	CONSTRAINT "statement_entry_keys_partner_id_entry_id_family_pk" PRIMARY KEY("partner_id","entry_id","family"),
	CONSTRAINT "statement_entry_keys_once" UNIQUE("partner_id","iban","currency","family","key","ordinal")
);
--> statement-breakpoint
CREATE TABLE "statement_files" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"sha256" text collate "C" NOT NULL,
	"bytes" integer NOT NULL,
	"received_by" text collate "C" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_files_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "statement_files_hash_shape" CHECK ("statement_files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "statement_files_id_shape" CHECK ("statement_files"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "bank_transactions" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"entry_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_transactions_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"amount_cents" bigint NOT NULL,
	"currency" text collate "C" NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date NOT NULL,
	"is_reversal" boolean NOT NULL,
	"name" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"references" text[] NOT NULL,
	"end_to_end_id" text NOT NULL,
	"return_reason" text collate "C" NOT NULL,
	"instructed" text NOT NULL,
	"may_be_repeated" boolean DEFAULT false NOT NULL,
	"state" "bank_transaction_state" DEFAULT 'new' NOT NULL,
	"decisions" integer DEFAULT 0 NOT NULL,
	"decided_by" text collate "C",
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "bank_transactions_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "bank_transactions_amount_some" CHECK ("bank_transactions"."amount_cents" <> 0),
	CONSTRAINT "bank_transactions_decided_whole" CHECK (("bank_transactions"."decided_at" is null) = ("bank_transactions"."decided_by" is null)),
	CONSTRAINT "bank_transactions_new_undecided" CHECK ("bank_transactions"."state" <> 'new' or "bank_transactions"."decisions" = 0),
	CONSTRAINT "bank_transactions_id_shape" CHECK ("bank_transactions"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "known_payers" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"iban" text collate "C" NOT NULL,
	"customer" text NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"learned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_payers_partner_id_company_id_iban_customer_pk" PRIMARY KEY("partner_id","company_id","iban","customer")
);
--> statement-breakpoint
CREATE TABLE "payout_items" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"payout_id" text collate "C" NOT NULL,
	"refund_id" text collate "C",
	"bank_transaction_id" text collate "C",
	"name" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"text" text NOT NULL,
	"end_to_end_id" text collate "C" NOT NULL,
	"status" "payout_item_status" DEFAULT 'ordered' NOT NULL,
	"paid_transaction_id" text collate "C",
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payout_items_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "payout_items_amount_positive" CHECK ("payout_items"."amount_cents" > 0),
	CONSTRAINT "payout_items_of_one" CHECK (num_nonnulls("payout_items"."refund_id", "payout_items"."bank_transaction_id") = 1),
	CONSTRAINT "payout_items_ended_at_a_time" CHECK (("payout_items"."status" = 'ordered') = ("payout_items"."ended_at" is null)),
	CONSTRAINT "payout_items_id_shape" CHECK ("payout_items"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"holder" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"bic" text collate "C",
	"currency" text collate "C" NOT NULL,
	"execute_on" date NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"needs_approval" boolean NOT NULL,
	"approved_by" text collate "C",
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "payouts_second_person" CHECK ("payouts"."approved_by" <> "payouts"."created_by"),
	CONSTRAINT "payouts_approved_whole" CHECK (("payouts"."approved_by" is null) = ("payouts"."approved_at" is null)),
	CONSTRAINT "payouts_id_shape" CHECK ("payouts"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_pending_at_a_provider";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_asked_while_pending";--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "books_clear_matches" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "bank_transaction_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "undone_by" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_back_transaction_id" text collate "C";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_in_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bank_transaction_id" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."statement_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_of_statement" FOREIGN KEY ("partner_id","statement_id") REFERENCES "public"."bank_statements"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_entry_keys" ADD CONSTRAINT "statement_entry_keys_of_entry" FOREIGN KEY ("partner_id","entry_id") REFERENCES "public"."statement_entries"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_of_entry" FOREIGN KEY ("partner_id","entry_id") REFERENCES "public"."statement_entries"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_payers" ADD CONSTRAINT "known_payers_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_payout" FOREIGN KEY ("partner_id","payout_id") REFERENCES "public"."payouts"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_refund" FOREIGN KEY ("partner_id","refund_id") REFERENCES "public"."refunds"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_bank_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_paid_by" FOREIGN KEY ("partner_id","paid_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statements_by_file" ON "bank_statements" USING btree ("partner_id","file_id");--> statement-breakpoint
CREATE INDEX "bank_statements_by_account" ON "bank_statements" USING btree ("partner_id","company_id","iban","currency","closing_on","id");--> statement-breakpoint
CREATE INDEX "statement_entries_by_statement" ON "statement_entries" USING btree ("partner_id","statement_id");--> statement-breakpoint
CREATE INDEX "statement_entry_keys_alike" ON "statement_entry_keys" USING btree ("partner_id","iban","currency","booked_on","amount_cents");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_files_by_contents" ON "statement_files" USING btree ("partner_id","sha256");--> statement-breakpoint
CREATE INDEX "bank_transactions_by_entry" ON "bank_transactions" USING btree ("partner_id","entry_id");--> statement-breakpoint
CREATE INDEX "bank_transactions_by_state" ON "bank_transactions" USING btree ("partner_id","state","booked_on","recorded_order");--> statement-breakpoint
CREATE INDEX "bank_transactions_new" ON "bank_transactions" USING btree ("recorded_order") WHERE state = 'new';--> statement-breakpoint
CREATE INDEX "bank_transactions_by_amount" ON "bank_transactions" USING btree ("partner_id","bank_account_id","amount_cents");--> statement-breakpoint
CREATE INDEX "known_payers_by_invoice" ON "known_payers" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "payout_items_by_payout" ON "payout_items" USING btree ("partner_id","payout_id");--> statement-breakpoint
CREATE INDEX "payout_items_by_paying" ON "payout_items" USING btree ("partner_id","paid_transaction_id") WHERE paid_transaction_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_by_end_to_end_id" ON "payout_items" USING btree ("partner_id","end_to_end_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_of_refund_once" ON "payout_items" USING btree ("partner_id","refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_of_transaction_once" ON "payout_items" USING btree ("partner_id","bank_transaction_id") WHERE bank_transaction_id is not null and status in ('ordered', 'paid');--> statement-breakpoint
CREATE INDEX "payouts_by_company" ON "payouts" USING btree ("partner_id","company_id","created_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_bank_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_taken_back_by_bank_transaction" FOREIGN KEY ("partner_id","taken_back_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_of_bank_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_owing_by_amount" ON "invoices" USING btree ("partner_id","company_id","amount_total_cents") WHERE amount_total_cents > 0 and retracted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_owed_back" ON "invoices" USING btree ("partner_id","company_id") WHERE amount_total_cents < 0;--> statement-breakpoint
CREATE INDEX "payments_by_bank_transaction" ON "payments" USING btree ("partner_id","bank_transaction_id") WHERE bank_transaction_id is not null;--> statement-breakpoint
CREATE INDEX "payments_by_taking_back" ON "payments" USING btree ("partner_id","taken_back_transaction_id") WHERE taken_back_transaction_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_bank_transaction" ON "refunds" USING btree ("partner_id","bank_transaction_id") WHERE bank_transaction_id is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_undone_are_charged_back" CHECK (num_nonnulls("payments"."undone_by", "payments"."taken_back_transaction_id") = 0 or "payments"."charged_back_at" is not null);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_pending_at_a_provider" CHECK ("refunds"."payment_id" is not null or "refunds"."is_in_file" or "refunds"."status" = 'paid');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_while_pending" CHECK (("refunds"."status" = 'pending' and not "refunds"."is_in_file") = ("refunds"."next_ask_at" is not null));