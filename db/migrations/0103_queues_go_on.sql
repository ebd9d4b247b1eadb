ALTER TABLE "outgoing_messages" ADD COLUMN "sent_again_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "desk_rankings" ADD COLUMN "timeouts" integer DEFAULT 0 NOT NULL;