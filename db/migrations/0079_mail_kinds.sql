ALTER TABLE "mails" ALTER COLUMN "subject" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "values" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "values_key_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE sent_at is null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_or_text" CHECK (case when "mails"."kind" is null then "mails"."subject" is not null and "mails"."values" is null and "mails"."due_at" is null
        else "mails"."due_at" is not null and "mails"."next_attempt_at" = 'infinity' and ("mails"."values" is not null or "mails"."sent_at" is not null) end);