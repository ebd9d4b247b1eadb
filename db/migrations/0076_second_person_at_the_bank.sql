ALTER TYPE "public"."proposal_kind" ADD VALUE 'book_transaction';--> statement-breakpoint
ALTER TYPE "public"."statement_wait_reason" ADD VALUE 'above_limit';--> statement-breakpoint
DROP INDEX "bank_transactions_ranked";--> statement-breakpoint
DROP INDEX "statement_waits_open";--> statement-breakpoint
ALTER TABLE "statement_waits" ALTER COLUMN "closing_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "statement_waits" ALTER COLUMN "closing_on" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "bank_transaction_id" text collate "C";--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "statement_waits" ADD COLUMN "asked_by" text collate "C";--> statement-breakpoint
ALTER TABLE "statement_waits" ADD COLUMN "incoming_cents" bigint;--> statement-breakpoint
ALTER TABLE "statement_waits" ADD COLUMN "alone_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_of_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open_of_transaction" ON "proposals" USING btree ("partner_id","bank_transaction_id") WHERE decided_at is null and bank_transaction_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_waits_once" ON "statement_waits" USING btree ("partner_id","statement_id","file_id","because");--> statement-breakpoint
CREATE INDEX "bank_transactions_ranked" ON "bank_transactions" USING btree ("ranked_at") WHERE state not in ('new', 'booked', 'to_return', 'noted', 'returned') and amount_cents > 0;--> statement-breakpoint
CREATE INDEX "statement_waits_open" ON "statement_waits" USING btree ("partner_id","statement_id") WHERE accepted_at is null;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_transaction_to_book" CHECK (("proposals"."kind" in ('record_payment', 'record_refund', 'refund_payment')) = ("proposals"."bank_transaction_id" is null)
        and ("proposals"."bank_transaction_id" is null) = ("proposals"."parts" is null));--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_balance_told" CHECK (("statement_waits"."because" = 'opening_contradicts') = ("statement_waits"."closing_cents" is not null) and ("statement_waits"."closing_cents" is null) = ("statement_waits"."closing_on" is null));--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_author_told" CHECK (("statement_waits"."because" = 'opening_contradicts') = ("statement_waits"."asked_by" is null) and ("statement_waits"."asked_by" is null) = ("statement_waits"."incoming_cents" is null)
        and ("statement_waits"."alone_from" is null or "statement_waits"."asked_by" is not null));--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_second_person" CHECK (("statement_waits"."accepted_by" = "statement_waits"."asked_by") is not true or ("statement_waits"."accepted_at" >= "statement_waits"."alone_from") is true);--> statement-breakpoint
-- Payments of statements that wait hold what they probably pay from now on: they are ranked after the upgrade.
INSERT INTO "desk_rankings" ("partner_id") SELECT DISTINCT "partner_id" FROM "bank_transactions" WHERE "state"::text = 'waiting' AND "amount_cents" > 0;
