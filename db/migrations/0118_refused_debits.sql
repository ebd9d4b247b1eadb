ALTER TABLE "debits" ADD COLUMN "is_report_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawn_debits" ADD COLUMN "refused_at" timestamp (3) with time zone;