CREATE TYPE "public"."statement_wait_reason" AS ENUM('opening_contradicts');--> statement-breakpoint
ALTER TYPE "public"."bank_transaction_state" ADD VALUE 'waiting';--> statement-breakpoint
CREATE TABLE "statement_waits" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"statement_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"because" "statement_wait_reason" NOT NULL,
	"closing_cents" bigint NOT NULL,
	"closing_on" date NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"accepted_by" text collate "C",
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "statement_waits_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "statement_waits_accepted_whole" CHECK (("statement_waits"."accepted_at" is null) = ("statement_waits"."accepted_by" is null)),
	CONSTRAINT "statement_waits_id_shape" CHECK ("statement_waits"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_of_statement" FOREIGN KEY ("partner_id","statement_id") REFERENCES "public"."bank_statements"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."statement_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_waits_open" ON "statement_waits" USING btree ("partner_id","statement_id") WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX "statement_waits_by_file" ON "statement_waits" USING btree ("partner_id","file_id");