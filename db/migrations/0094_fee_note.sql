ALTER TYPE "public"."outgoing_kind" ADD VALUE 'late_payment_fee_soon';--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "late_payment_fee_notice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "late_payment_fee_notice" boolean DEFAULT false NOT NULL;