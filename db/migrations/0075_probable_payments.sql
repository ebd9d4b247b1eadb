CREATE TABLE "desk_rankings" (
	"partner_id" text collate "C" NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "desk_rankings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_transaction_id" text collate "C",
	"invoice_id" text collate "C",
	CONSTRAINT "desk_rankings_partner_id_id_pk" PRIMARY KEY("partner_id","id")
);
--> statement-breakpoint
CREATE TABLE "probable_payments" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"bank_transaction_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "probable_payments_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "probable_payments_id_shape" CHECK ("probable_payments"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "bank_transactions" ADD COLUMN "ranked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "desk_told_on" date;--> statement-breakpoint
ALTER TABLE "probable_payments" ADD CONSTRAINT "probable_payments_of_transaction" FOREIGN KEY ("partner_id","bank_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probable_payments" ADD CONSTRAINT "probable_payments_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "probable_payments_once" ON "probable_payments" USING btree ("partner_id","bank_transaction_id","invoice_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "probable_payments_by_invoice" ON "probable_payments" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "bank_transactions_ranked" ON "bank_transactions" USING btree ("ranked_at") WHERE state in ('open', 'later') and amount_cents > 0;--> statement-breakpoint
-- The job `bank` ranks the payments at the desk after the upgrade; until then nothing is demanded of the customers of these partners.
INSERT INTO "desk_rankings" ("partner_id") SELECT DISTINCT "partner_id" FROM "bank_transactions" WHERE "state" IN ('open', 'later') AND "amount_cents" > 0;
