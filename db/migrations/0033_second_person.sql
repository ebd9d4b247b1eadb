CREATE TYPE "public"."proposal_kind" AS ENUM('record_payment', 'record_refund', 'refund_payment');--> statement-breakpoint
CREATE TYPE "public"."proposal_outcome" AS ENUM('approved', 'declined', 'withdrawn');--> statement-breakpoint
CREATE TABLE "proposals" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"kind" "proposal_kind" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"payment_id" text collate "C",
	"may_exceed" boolean NOT NULL,
	"proposed_by" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_by" text collate "C",
	"decided_at" timestamp (3) with time zone,
	"outcome" "proposal_outcome",
	CONSTRAINT "proposals_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "proposals_amount_positive" CHECK ("proposals"."amount_cents" > 0),
	CONSTRAINT "proposals_payment_to_give_back" CHECK (("proposals"."kind" = 'refund_payment') = ("proposals"."payment_id" is not null)),
	CONSTRAINT "proposals_decided_whole" CHECK (("proposals"."decided_at" is null) = ("proposals"."decided_by" is null) and ("proposals"."decided_at" is null) = ("proposals"."outcome" is null)),
	CONSTRAINT "proposals_second_person" CHECK (("proposals"."decided_by" = "proposals"."proposed_by") is not true or "proposals"."outcome" = 'withdrawn'),
	CONSTRAINT "proposals_id_shape" CHECK ("proposals"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "second_person_above_cents" bigint;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_partner_id_payment_id_payments_partner_id_id_fk" FOREIGN KEY ("partner_id","payment_id") REFERENCES "public"."payments"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_partner_id_proposed_by_users_partner_id_id_fk" FOREIGN KEY ("partner_id","proposed_by") REFERENCES "public"."users"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_partner_id_decided_by_users_partner_id_id_fk" FOREIGN KEY ("partner_id","decided_by") REFERENCES "public"."users"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_one_open" ON "proposals" USING btree ("partner_id","invoice_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "proposals_by_invoice" ON "proposals" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "proposals_open" ON "proposals" USING btree ("partner_id","created_at") WHERE decided_at is null;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_limit_not_negative" CHECK ("partners"."second_person_above_cents" >= 0);