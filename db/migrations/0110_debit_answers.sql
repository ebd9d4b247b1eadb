ALTER TABLE "bank_transactions" ADD COLUMN "charges_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "ended_by" text collate "C";--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "debit_ids" jsonb;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_charges_of_return" CHECK ("bank_transactions"."charges_cents" = 0 or ("bank_transactions"."charges_cents" > 0 and "bank_transactions"."charges_cents" < -"bank_transactions"."amount_cents" and "bank_transactions"."state" = 'booked'));--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_ended_by_person" CHECK ("debits"."ended_by" is null or "debits"."status" in ('rejected', 'booked', 'returned'));--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_debits_to_book" CHECK ("proposals"."debit_ids" is null or "proposals"."parts" is not null);