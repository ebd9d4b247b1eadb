CREATE TYPE "public"."amendment_source" AS ENUM('page', 'staff', 'bank');--> statement-breakpoint
CREATE TABLE "mandate_amendments" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mandate_id" text collate "C" NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mandate_amendments_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"former_holder" text NOT NULL,
	"former_iban" text collate "C" NOT NULL,
	"source" "amendment_source" NOT NULL,
	"amended_at" timestamp (3) with time zone NOT NULL,
	"amended_by" text collate "C" NOT NULL,
	CONSTRAINT "mandate_amendments_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "mandate_amendments_iban_shape" CHECK ("mandate_amendments"."former_iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "mandate_amendments_id_shape" CHECK ("mandate_amendments"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "mandate_consents" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"mandate_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"given_by" text collate "C" NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"address" text,
	"locale" "locale" NOT NULL,
	"text" text NOT NULL,
	"creditor_name" text NOT NULL,
	"creditor_identifier" text collate "C" NOT NULL,
	"creditor_address" text NOT NULL,
	"notice_days" integer NOT NULL,
	"holder" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	CONSTRAINT "mandate_consents_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "mandate_consents_text_present" CHECK (btrim("mandate_consents"."text") <> ''),
	CONSTRAINT "mandate_consents_notice_in_range" CHECK ("mandate_consents"."notice_days" between 1 and 30),
	CONSTRAINT "mandate_consents_id_shape" CHECK ("mandate_consents"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "original_iban" text collate "C";--> statement-breakpoint
ALTER TABLE "mandate_amendments" ADD CONSTRAINT "mandate_amendments_of_mandate" FOREIGN KEY ("partner_id","mandate_id") REFERENCES "public"."mandates"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_consents" ADD CONSTRAINT "mandate_consents_of_mandate" FOREIGN KEY ("partner_id","mandate_id") REFERENCES "public"."mandates"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_consents" ADD CONSTRAINT "mandate_consents_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandate_amendments_by_mandate" ON "mandate_amendments" USING btree ("partner_id","mandate_id","recorded_order");--> statement-breakpoint
CREATE INDEX "mandate_consents_by_mandate" ON "mandate_consents" USING btree ("partner_id","mandate_id","given_at");--> statement-breakpoint
CREATE INDEX "mandate_consents_by_invoice" ON "mandate_consents" USING btree ("partner_id","invoice_id");--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_original_account_in_file" CHECK ("debits"."original_iban" is null or ("debits"."original_iban" <> "debits"."iban") is true);