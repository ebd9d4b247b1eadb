ALTER TABLE "invoices" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "retention_months" integer;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_retention_in_bounds" CHECK ("partners"."retention_months" between 1 and 240);