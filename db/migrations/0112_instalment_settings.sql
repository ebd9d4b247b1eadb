CREATE TYPE "public"."missed_part_rule" AS ENUM('spread', 'all_due');--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_from_cents" bigint;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_most_parts" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_every_days" integer;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_missed" "missed_part_rule" DEFAULT 'all_due' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_period_ends_on" date;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_from_cents" bigint;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_most_parts" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_every_days" integer;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_missed" "missed_part_rule" DEFAULT 'all_due' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_period_ends_on" date;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_instalments_in_range" CHECK (coalesce("company_settings"."instalments_from_cents", 1000) between 1000 and 100000000
      and "company_settings"."instalments_most_parts" between 2 and 12
      and coalesce("company_settings"."instalments_every_days", 21) between 21 and 90
      and "company_settings"."instalments_fee_cents" between 0 and 100000);--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_instalments_in_range" CHECK (coalesce("import_settings"."instalments_from_cents", 1000) between 1000 and 100000000
      and "import_settings"."instalments_most_parts" between 2 and 12
      and coalesce("import_settings"."instalments_every_days", 21) between 21 and 90
      and "import_settings"."instalments_fee_cents" between 0 and 100000);