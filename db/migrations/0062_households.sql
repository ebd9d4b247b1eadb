CREATE TABLE "household_members" (
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"lead_invoice_id" text collate "C" NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "household_members_partner_id_invoice_id_pk" PRIMARY KEY("partner_id","invoice_id")
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "joins_households" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "joins_households" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD COLUMN "carried_by" text collate "C";--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "household_members" ADD CONSTRAINT "household_members_of_lead" FOREIGN KEY ("partner_id","lead_invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "household_members_by_lead" ON "household_members" USING btree ("partner_id","lead_invoice_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_carried" ON "outgoing_messages" USING btree ("partner_id","carried_by") WHERE carried_by is not null;