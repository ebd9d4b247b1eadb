DROP INDEX "held_replies_due";--> statement-breakpoint
ALTER TABLE "held_replies" ADD COLUMN "recorded_order" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "held_replies_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
CREATE INDEX "held_replies_due" ON "held_replies" USING btree ("due_at","recorded_order");