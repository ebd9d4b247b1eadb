CREATE TYPE "public"."news_kind" AS ENUM('question', 'chargeback', 'not_delivered');--> statement-breakpoint
CREATE TYPE "public"."news_pace" AS ENUM('at_once', 'daily', 'never');--> statement-breakpoint
CREATE TABLE "news" (
	"partner_id" text collate "C" NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "news_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"kind" "news_kind" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "news_partner_id_recorded_order_pk" PRIMARY KEY("partner_id","recorded_order")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_pace" "news_pace" DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "news_told_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_by_time" ON "news" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "news_by_invoice" ON "news" USING btree ("partner_id","invoice_id");