ALTER TYPE "public"."outgoing_kind" ADD VALUE 'day_promised';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'promise_withdrawn';--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "promise_days" integer;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "promise_days" integer;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "promised_on" date;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "withdraws_promise" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_promise_days_in_range" CHECK (coalesce("company_settings"."promise_days", 1) between 1 and 30);--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_promise_days_in_range" CHECK (coalesce("import_settings"."promise_days", 1) between 1 and 30);--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_promise_pauses" CHECK ("holds"."promised_on" is null or ("holds"."kind" = 'paused' and "holds"."promised_on" <= "holds"."until"));--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_withdrawal_pauses" CHECK (not "holds"."withdraws_promise" or ("holds"."kind" = 'paused' and "holds"."promised_on" is null));
