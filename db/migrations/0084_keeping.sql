ALTER TABLE "statement_entries" DROP CONSTRAINT "statement_entries_id_shape";--> statement-breakpoint
ALTER TABLE "bank_transactions" DROP CONSTRAINT "bank_transactions_id_shape";--> statement-breakpoint
DROP INDEX "bank_transactions_by_amount";--> statement-breakpoint
CREATE INDEX "bank_transactions_by_amount" ON "bank_transactions" USING btree ("partner_id","bank_account_id","amount_cents") WHERE state = 'booked';--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_id_shape" CHECK (octet_length("statement_entries"."id") = 40 and "statement_entries"."id" !~ '[^0-9a-f]');--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD CONSTRAINT "bank_transactions_id_shape" CHECK (octet_length("bank_transactions"."id") = 40 and "bank_transactions"."id" !~ '[^0-9a-f]');