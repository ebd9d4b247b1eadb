CREATE TYPE "public"."mandate_end" AS ENUM('withdrawn', 'collected', 'returned', 'replaced');--> statement-breakpoint
CREATE TYPE "public"."mandate_scheme" AS ENUM('CORE', 'B2B');--> statement-breakpoint
CREATE TYPE "public"."mandate_sequence" AS ENUM('recurrent', 'one_off');--> statement-breakpoint
CREATE TYPE "public"."mandate_source" AS ENUM('paper', 'page');--> statement-breakpoint
CREATE TABLE "mandates" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mandates_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_key" text collate "C" NOT NULL,
	"invoice_id" text collate "C",
	"organization" text,
	"holder" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"scheme" "mandate_scheme" NOT NULL,
	"sequence" "mandate_sequence" NOT NULL,
	"reference" text collate "C" NOT NULL,
	"signed_on" date NOT NULL,
	"last_collected_on" date,
	"source" "mandate_source" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" "mandate_end",
	"ended_by" text collate "C",
	CONSTRAINT "mandates_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "mandates_customer_present" CHECK ("mandates"."customer_key" <> ''),
	CONSTRAINT "mandates_invoice_is_customer" CHECK ("mandates"."invoice_id" = "mandates"."customer_key"),
	CONSTRAINT "mandates_holder_present" CHECK (btrim("mandates"."holder") <> ''),
	CONSTRAINT "mandates_iban_shape" CHECK ("mandates"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "mandates_reference_shape" CHECK ("mandates"."reference" ~ '^[A-Za-z0-9+?/:().,'' -]{1,35}$'),
	CONSTRAINT "mandates_b2b_of_organization" CHECK ("mandates"."scheme" <> 'B2B' or ("mandates"."organization" is not null and btrim("mandates"."organization") <> '')),
	CONSTRAINT "mandates_collected_after_signature" CHECK ("mandates"."last_collected_on" >= "mandates"."signed_on"),
	CONSTRAINT "mandates_ended_whole" CHECK (num_nonnulls("mandates"."ended_at", "mandates"."ended_reason", "mandates"."ended_by") in (0, 3)),
	CONSTRAINT "mandates_id_shape" CHECK ("mandates"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_of_company" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_by_reference" ON "mandates" USING btree ("partner_id",upper(reference),"company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_by_payer" ON "mandates" USING btree ("partner_id","company_id","customer_key") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "mandates_in_order" ON "mandates" USING btree ("partner_id","recorded_order","company_id");--> statement-breakpoint
CREATE INDEX "mandates_by_customer" ON "mandates" USING btree ("partner_id","customer_key");--> statement-breakpoint
CREATE INDEX "mandates_by_invoice" ON "mandates" USING btree ("partner_id","invoice_id") WHERE invoice_id is not null;