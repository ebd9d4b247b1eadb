ALTER TYPE "public"."outgoing_kind" ADD VALUE 'debit_announced';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'debit_cancelled';--> statement-breakpoint
DROP INDEX "outgoing_messages_announced_once";--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_announced_once" ON "outgoing_messages" USING btree ("partner_id","invoice_id","kind","about_id","round") WHERE about_id is not null;