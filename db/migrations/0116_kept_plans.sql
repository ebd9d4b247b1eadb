ALTER TABLE "instalment_plans" ADD COLUMN "missed_part" integer;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "kept_until" date;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "restores" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "restored_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD CONSTRAINT "instalment_plans_missed_whole" CHECK (("instalment_plans"."missed_part" is null) = ("instalment_plans"."kept_until" is null) and ("instalment_plans"."missed_part" is null or "instalment_plans"."ended_at" is not null));--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD CONSTRAINT "instalment_plans_restored_whole" CHECK (("instalment_plans"."restores" = 0) = ("instalment_plans"."restored_at" is null) and "instalment_plans"."restores" >= 0);
