ALTER TYPE "public"."contact_change_kind" ADD VALUE 'country';--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "instalments_period_begins_on" date;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "instalments_period_begins_on" date;--> statement-breakpoint
ALTER TABLE "contact_changes" ADD COLUMN "former_country" text;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "law" jsonb;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_instalments_period_in_order" CHECK ("company_settings"."instalments_period_begins_on" is null or ("company_settings"."instalments_period_ends_on" is not null
      and "company_settings"."instalments_period_ends_on" >= "company_settings"."instalments_period_begins_on"
      and "company_settings"."instalments_period_ends_on" < "company_settings"."instalments_period_begins_on" + interval '12 months'));--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_instalments_period_in_order" CHECK ("import_settings"."instalments_period_begins_on" is null or ("import_settings"."instalments_period_ends_on" is not null
      and "import_settings"."instalments_period_ends_on" >= "import_settings"."instalments_period_begins_on"
      and "import_settings"."instalments_period_ends_on" < "import_settings"."instalments_period_begins_on" + interval '12 months'));--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_country_alone" CHECK ("contact_changes"."former_country" is null or num_nonnulls("contact_changes"."former_email", "contact_changes"."iban", "contact_changes"."token_hash") = 0);