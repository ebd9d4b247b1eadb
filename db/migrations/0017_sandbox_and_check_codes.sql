ALTER TABLE "outgoing_messages" ADD COLUMN "check_code" text;--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "is_sandbox" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_by_check_code" ON "outgoing_messages" USING btree ("check_code") WHERE check_code is not null;--> statement-breakpoint
UPDATE "partners" SET "is_sandbox" = true WHERE "clock_offset_ms" > 0;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_clock_moves_in_sandboxes" CHECK ("partners"."clock_offset_ms" = 0 or ("partners"."is_sandbox" and "partners"."clock_offset_ms" > 0));