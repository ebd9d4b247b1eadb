ALTER TABLE "payments" ADD COLUMN "gift_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "gift_description" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_gift_within" CHECK ("payments"."gift_cents" between 0 and "payments"."amount_cents");