CREATE TYPE "public"."payout_item_status" AS ENUM('ordered', 'paid', 'returned', 'cancelled');--> statement-breakpoint
ALTER TYPE "public"."bank_transaction_state" ADD VALUE 'returned';--> statement-breakpoint
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
ALTER TABLE "refunds" ADD COLUMN "is_in_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_payout" FOREIGN KEY ("partner_id","payout_id") REFERENCES "public"."payouts"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_refund" FOREIGN KEY ("partner_id","refund_id") REFERENCES "public"."refunds"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_of_bank_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_paid_by" FOREIGN KEY ("partner_id","paid_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_of_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_items_by_payout" ON "payout_items" USING btree ("partner_id","payout_id");--> statement-breakpoint
CREATE INDEX "payout_items_by_paying" ON "payout_items" USING btree ("partner_id","paid_transaction_id") WHERE paid_transaction_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_by_end_to_end_id" ON "payout_items" USING btree ("partner_id","end_to_end_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_of_refund_once" ON "payout_items" USING btree ("partner_id","refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_items_of_transaction_once" ON "payout_items" USING btree ("partner_id","bank_transaction_id") WHERE bank_transaction_id is not null and status in ('ordered', 'paid');--> statement-breakpoint
CREATE INDEX "payouts_by_company" ON "payouts" USING btree ("partner_id","company_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_owed_back" ON "invoices" USING btree ("partner_id","company_id") WHERE amount_total_cents < 0;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_pending_at_a_provider" CHECK ("refunds"."payment_id" is not null or "refunds"."is_in_file" or "refunds"."status" = 'paid');--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_while_pending" CHECK (("refunds"."status" = 'pending' and not "refunds"."is_in_file") = ("refunds"."next_ask_at" is not null));