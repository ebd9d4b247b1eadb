ALTER TYPE "public"."bulk_job_kind" ADD VALUE 'pause_invoices';--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "pause" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_pause_where_meant" CHECK (("bulk_jobs"."kind"::text = 'pause_invoices') = ("bulk_jobs"."pause" is not null));