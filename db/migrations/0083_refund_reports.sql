CREATE TYPE "public"."payout_name_check" AS ENUM('matched', 'close', 'different', 'unknown');--> statement-breakpoint
CREATE TYPE "public"."payout_report_status" AS ENUM('pending', 'accepted', 'partly', 'executed', 'rejected');--> statement-breakpoint
ALTER TYPE "public"."payout_item_status" ADD VALUE 'rejected';--> statement-breakpoint
CREATE TABLE "payout_reports" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"payout_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"message_id" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"status" "payout_report_status",
	"reason_code" text,
	"reason_text" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_reports_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "payout_reports_id_shape" CHECK ("payout_reports"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "report_status" "payout_report_status";--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "reported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "reason_code" text;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "reason_text" text;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_check" "payout_name_check";--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "bank_name" text;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_alone_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_kept_by" text collate "C";--> statement-breakpoint
ALTER TABLE "payout_items" ADD COLUMN "name_kept_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_reports" ADD CONSTRAINT "payout_reports_of_payout" FOREIGN KEY ("partner_id","payout_id") REFERENCES "public"."payouts"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reports" ADD CONSTRAINT "payout_reports_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."statement_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reports_once" ON "payout_reports" USING btree ("partner_id","payout_id","message_id","said_at");--> statement-breakpoint
CREATE INDEX "payout_reports_by_file" ON "payout_reports" USING btree ("partner_id","file_id");--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_name_kept_whole" CHECK (("payout_items"."name_kept_by" is null) = ("payout_items"."name_kept_at" is null));--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_name_asked_before" CHECK ("payout_items"."name_kept_at" is null or "payout_items"."name_asked_at" is not null);