ALTER TABLE "payments" ADD COLUMN "instalment_plan_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "instalment_number" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_instalment_plan" FOREIGN KEY ("partner_id","instalment_plan_id") REFERENCES "public"."instalment_plans"("partner_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_of_instalment_plan";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_instalment_whole" CHECK (num_nonnulls("payments"."instalment_plan_id", "payments"."instalment_number") = 0 or ("payments"."instalment_plan_id" is not null and "payments"."debit_id" is not null and "payments"."instalment_number" >= 1) is true);--> statement-breakpoint
DROP INDEX "payments_debited_once_at_a_time";--> statement-breakpoint
CREATE UNIQUE INDEX "payments_debited_once_at_a_time" ON "payments" USING btree ("partner_id","invoice_id",coalesce("instalment_number", 0)) WHERE debit_id is not null and status in ('scheduled', 'pending');--> statement-breakpoint
CREATE INDEX "payments_by_instalment_plan" ON "payments" USING btree ("partner_id","instalment_plan_id") WHERE instalment_plan_id is not null;
