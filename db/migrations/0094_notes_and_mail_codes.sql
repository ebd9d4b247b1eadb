ALTER TYPE "public"."outgoing_kind" ADD VALUE 'late_payment_fee_soon';--> statement-breakpoint
CREATE TABLE "mail_check_codes" (
	"check_code" text NOT NULL,
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"mail_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_check_codes_check_code_pk" PRIMARY KEY("check_code")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "late_payment_fee_notice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "late_payment_fee_notice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_check_codes" ADD CONSTRAINT "mail_check_codes_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_check_codes_by_invoice" ON "mail_check_codes" USING btree ("partner_id","invoice_id");