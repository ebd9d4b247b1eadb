CREATE TABLE "security_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partner_id" text collate "C",
	"happened_at" timestamp (3) with time zone NOT NULL,
	"kind" text collate "C" NOT NULL,
	"actor" text collate "C" NOT NULL,
	"about" text collate "C",
	"address_hash" text collate "C",
	"request_id" text collate "C",
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_events_by_partner" ON "security_events" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "security_events_by_kind" ON "security_events" USING btree ("partner_id","kind","id");--> statement-breakpoint
CREATE INDEX "security_events_by_actor" ON "security_events" USING btree ("partner_id","actor","id");--> statement-breakpoint
CREATE INDEX "security_events_by_record" ON "security_events" USING btree ("partner_id","about","id");