CREATE TABLE "upload_slots" (
	"partner_id" text collate "C" NOT NULL,
	"slot" smallint NOT NULL,
	"id" text collate "C" NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upload_slots_partner_id_slot_pk" PRIMARY KEY("partner_id","slot"),
	CONSTRAINT "upload_slots_two" CHECK ("upload_slots"."slot" between 1 and 2)
);
--> statement-breakpoint
DROP INDEX "bank_transactions_new";--> statement-breakpoint
CREATE INDEX "bank_transactions_new_of_partner" ON "bank_transactions" USING btree ("partner_id","recorded_order") WHERE state = 'new';