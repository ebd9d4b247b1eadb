CREATE TYPE "public"."arrangement_end" AS ENUM('customer_asked', 'other_terms', 'mistake', 'other');--> statement-breakpoint
ALTER TABLE "instalment_plans" DROP CONSTRAINT "instalment_plans_one_each";--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "ended_by" text collate "C";--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD COLUMN "ended_because" "arrangement_end";--> statement-breakpoint
CREATE UNIQUE INDEX "instalment_plans_one_at_a_time" ON "instalment_plans" USING btree ("partner_id","invoice_id") WHERE "instalment_plans"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "instalment_plans_of_invoices" ON "instalment_plans" USING btree ("partner_id","invoice_id","agreed_at");--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD CONSTRAINT "instalment_plans_arrangements_are_free" CHECK ("instalment_plans"."fee_cents" = 0 or left("instalment_plans"."agreed_by", 9) = 'customer:');--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD CONSTRAINT "instalment_plans_ended_by_whole" CHECK (("instalment_plans"."ended_by" is null) = ("instalment_plans"."ended_because" is null) and ("instalment_plans"."ended_by" is null or "instalment_plans"."ended_at" is not null));