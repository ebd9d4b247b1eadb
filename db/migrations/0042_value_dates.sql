ALTER TABLE "proposals" ADD COLUMN "paid_on" date;--> statement-breakpoint
ALTER TABLE "simulated_bank_payments" ADD COLUMN "paid_at" timestamp (3) with time zone;