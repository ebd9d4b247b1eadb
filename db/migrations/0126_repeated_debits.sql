CREATE INDEX "bank_transactions_returning" ON "bank_transactions" USING btree ("partner_id",lower(end_to_end_id)) WHERE amount_cents < 0 and end_to_end_id <> '';--> statement-breakpoint
ALTER TABLE "debits" ADD COLUMN "repeats_debit_id" text collate "C";--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_repeat_debit" FOREIGN KEY ("partner_id","repeats_debit_id") REFERENCES "public"."debits"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "debits_repeated_once" ON "debits" USING btree ("partner_id","repeats_debit_id") WHERE repeats_debit_id is not null;--> statement-breakpoint
CREATE INDEX "mandates_untold" ON "mandates" USING btree ("partner_id",((coalesce(last_collected_on, signed_on) + make_interval(months => 36))::date)) WHERE ended_at is null and expiry_told_on is distinct from (coalesce(last_collected_on, signed_on) + make_interval(months => 36))::date;
