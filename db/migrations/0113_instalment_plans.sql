ALTER TYPE "public"."outgoing_kind" ADD VALUE 'instalments_agreed';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'part_due';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'part_missed';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'instalments_changed';--> statement-breakpoint
ALTER TYPE "public"."outgoing_kind" ADD VALUE 'instalments_ended';--> statement-breakpoint
CREATE TABLE "instalment_plans" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"agreed_by" text collate "C" NOT NULL,
	"locale" "locale" NOT NULL,
	"text" text NOT NULL,
	"version" text collate "C" NOT NULL,
	"parts" jsonb NOT NULL,
	"fee_cents" bigint NOT NULL,
	"missed" "missed_part_rule" NOT NULL,
	"lines_count" integer NOT NULL,
	"spreads" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "instalment_plans_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "instalment_plans_one_each" UNIQUE("partner_id","invoice_id"),
	CONSTRAINT "instalment_plans_text_present" CHECK (btrim("instalment_plans"."text") <> ''),
	CONSTRAINT "instalment_plans_parts_some" CHECK (jsonb_array_length("instalment_plans"."parts") between 2 and 12),
	CONSTRAINT "instalment_plans_fee_in_range" CHECK ("instalment_plans"."fee_cents" >= 0),
	CONSTRAINT "instalment_plans_id_shape" CHECK ("instalment_plans"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "instalment_plans" ADD CONSTRAINT "instalment_plans_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;