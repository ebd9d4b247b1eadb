ALTER TABLE "bank_transactions" ADD COLUMN "given_back_by" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_given_back_by" FOREIGN KEY ("partner_id","given_back_by") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_transactions_by_giving_back" ON "bank_transactions" USING btree ("partner_id","given_back_by") WHERE given_back_by is not null;--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_given_back" CHECK ("bank_transactions"."given_back_by" is null or ("bank_transactions"."state" = 'returned' and "bank_transactions"."amount_cents" > 0));
