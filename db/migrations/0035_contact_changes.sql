CREATE TYPE "public"."contact_change_kind" AS ENUM('email', 'account');--> statement-breakpoint
CREATE TABLE "contact_changes" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"kind" "contact_change_kind" NOT NULL,
	"former_email" text,
	"iban" text,
	"token_hash" text collate "C",
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "contact_changes_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "contact_changes_kind_whole" CHECK (case "contact_changes"."kind" when 'email' then num_nonnulls("contact_changes"."iban", "contact_changes"."token_hash") = 0 else "contact_changes"."former_email" is null end),
	CONSTRAINT "contact_changes_waiting_whole" CHECK (("contact_changes"."iban" is null or "contact_changes"."token_hash" is not null) and ("contact_changes"."iban" is null or "contact_changes"."ended_at" is null)),
	CONSTRAINT "contact_changes_id_shape" CHECK ("contact_changes"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "contact_changes" ADD CONSTRAINT "contact_changes_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_changes_by_invoice" ON "contact_changes" USING btree ("partner_id","invoice_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_changes_one_open_account" ON "contact_changes" USING btree ("partner_id","invoice_id") WHERE kind = 'account' and ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_changes_by_token" ON "contact_changes" USING btree ("token_hash");