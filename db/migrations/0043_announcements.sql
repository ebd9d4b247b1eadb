ALTER TYPE "public"."outgoing_kind" ADD VALUE 'payment_received';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'payment_failed';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'payment_returned';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'credited';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'refunded';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'amount_added';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'withdrawn';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'credit_note';--> statement-breakpoint
DROP INDEX "outgoing_messages_once";--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "about_id" text collate "C";--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_announced_once" ON "outgoing_messages" USING btree ("partner_id","invoice_id","kind","about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_once" ON "outgoing_messages" USING btree ("partner_id","invoice_id","kind","round") WHERE ticket_id is null and about_id is null;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_announce_something" CHECK (("outgoing_messages"."kind" in ('request1', 'request2', 'reminder1', 'reminder2', 'reminder3', 'answer')) = ("outgoing_messages"."about_id" is null));