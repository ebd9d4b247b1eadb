ALTER TYPE "public"."changed_record" ADD VALUE 'mandate';--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "expiry_told_on" date;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "mandate_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "endpoints" ADD COLUMN "names_mandates" boolean DEFAULT false NOT NULL;