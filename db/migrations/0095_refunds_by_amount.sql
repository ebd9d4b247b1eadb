ALTER TYPE "public"."payment_category" ADD VALUE 'interest' BEFORE 'salaries';--> statement-breakpoint
ALTER TYPE "public"."payment_category" ADD VALUE 'fundraising' BEFORE 'donations';--> statement-breakpoint
ALTER TYPE "public"."payment_category" ADD VALUE 'duplicate' BEFORE 'other';--> statement-breakpoint
CREATE INDEX "payout_items_by_amount" ON "payout_items" USING btree ("partner_id","amount_cents");