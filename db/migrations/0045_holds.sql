CREATE TYPE "public"."hold_kind" AS ENUM('paused', 'objected', 'stopped', 'handed_over');--> statement-breakpoint
CREATE TABLE "holds" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"kind" "hold_kind" NOT NULL,
	"reason" text NOT NULL,
	"until" date,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "holds_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "holds_pause_ends" CHECK (("holds"."kind" = 'paused') = ("holds"."until" is not null)),
	CONSTRAINT "holds_reason_present" CHECK (length(btrim("holds"."reason")) > 0),
	CONSTRAINT "holds_id_shape" CHECK ("holds"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_one_open" ON "holds" USING btree ("partner_id","invoice_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holds_by_invoice" ON "holds" USING btree ("partner_id","invoice_id","created_at","id");