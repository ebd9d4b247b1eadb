ALTER TYPE "public"."outgoing_kind" ADD VALUE 'booking_undone' BEFORE 'credited';--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "held_by" text collate "C";--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outgoing_messages_held" ON "outgoing_messages" USING btree ("partner_id","held_by") WHERE held_by is not null and state = 'waiting';--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_held_whole" CHECK (("outgoing_messages"."held_by" is null) = ("outgoing_messages"."held_until" is null));