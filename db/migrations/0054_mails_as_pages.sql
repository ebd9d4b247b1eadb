ALTER TABLE "mails" ADD COLUMN "sender" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;