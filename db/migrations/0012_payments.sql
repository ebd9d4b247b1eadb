CREATE TYPE "public"."payment_provider" AS ENUM('simulated_bank');--> statement-breakpoint
CREATE TYPE "public"."refund_status" AS ENUM('pending', 'paid', 'failed');--> statement-breakpoint
CREATE TYPE "public"."simulated_bank_state" AS ENUM('open', 'pending', 'paid', 'failed', 'cancelled', 'expired', 'charged_back');--> statement-breakpoint
CREATE TABLE "refunds" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"payment_id" text collate "C",
	"status" "refund_status" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"next_ask_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_pending_at_a_provider" CHECK ("refunds"."payment_id" is not null or "refunds"."status" = 'paid'),
	CONSTRAINT "refunds_ended_at_a_time" CHECK (("refunds"."status" = 'pending') = ("refunds"."ended_at" is null)),
	CONSTRAINT "refunds_asked_while_pending" CHECK (("refunds"."status" = 'pending') = ("refunds"."next_ask_at" is not null)),
	CONSTRAINT "refunds_id_shape" CHECK ("refunds"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "simulated_bank_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "simulated_bank_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" text collate "C" NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "simulated_bank_payments" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"state" "simulated_bank_state" NOT NULL,
	"method" "payment_method" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" "currency" NOT NULL,
	"description" text NOT NULL,
	"return_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulated_bank_payments_by_order" UNIQUE("order_id"),
	CONSTRAINT "simulated_bank_payments_id_shape" CHECK ("simulated_bank_payments"."id" ~ '^[0-9a-f]{48}$'),
	CONSTRAINT "simulated_bank_payments_amount_positive" CHECK ("simulated_bank_payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "simulated_bank_refunds" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"payment_id" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "simulated_bank_refunds_amount_positive" CHECK ("simulated_bank_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "payment_id" text collate "C";--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "refund_id" text collate "C";--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD COLUMN "added_by" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider" "payment_provider";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_reference" text collate "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "checkout_url" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "surplus_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "next_ask_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_partner_id_payment_id_payments_partner_id_id_fk" FOREIGN KEY ("partner_id","payment_id") REFERENCES "public"."payments"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_bank_calls" ADD CONSTRAINT "simulated_bank_calls_payment_id_simulated_bank_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulated_bank_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "simulated_bank_refunds" ADD CONSTRAINT "simulated_bank_refunds_payment_id_simulated_bank_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."simulated_bank_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_by_invoice" ON "refunds" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "refunds_to_ask" ON "refunds" USING btree ("next_ask_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "simulated_bank_calls_due" ON "simulated_bank_calls" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "simulated_bank_refunds_by_payment" ON "simulated_bank_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_payment_once" ON "invoice_lines" USING btree ("partner_id","payment_id","type") WHERE payment_id is not null and type in ('PAYMENT-LINE', 'CHARGEBACK-LINE');--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_refund_once" ON "invoice_lines" USING btree ("partner_id","refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "payments_to_ask" ON "payments" USING btree ("next_ask_at") WHERE next_ask_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_by_reference" ON "payments" USING btree ("provider","provider_reference") WHERE provider_reference is not null;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_linked_where_money_moved" CHECK (("invoice_lines"."payment_id" is null or "invoice_lines"."type"::text like '%PAYMENT-LINE' or "invoice_lines"."type" = 'CHARGEBACK-LINE')
        and ("invoice_lines"."refund_id" is null or ("invoice_lines"."type" = 'CHARGEBACK-LINE' and "invoice_lines"."payment_id" is null)));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reference_of_a_provider" CHECK ("payments"."provider" is not null or num_nonnulls("payments"."provider_reference", "payments"."checkout_url") = 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_surplus_of_what_was_paid" CHECK ("payments"."surplus_cents" between 0 and "payments"."amount_cents" and ("payments"."surplus_cents" = 0 or "payments"."status" = 'paid'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charged_back_once_paid" CHECK ("payments"."charged_back_at" is null or "payments"."status" = 'paid');