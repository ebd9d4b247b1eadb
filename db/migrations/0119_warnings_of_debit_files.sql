CREATE TYPE "public"."debit_file_need" AS ENUM('late', 'due', 'unanswered', 'named');--> statement-breakpoint
CREATE TABLE "debit_file_warnings" (
	"partner_id" text collate "C" NOT NULL,
	"file_id" text collate "C" NOT NULL,
	"need" "debit_file_need" NOT NULL,
	"told_on" date NOT NULL,
	CONSTRAINT "debit_file_warnings_partner_id_file_id_need_pk" PRIMARY KEY("partner_id","file_id","need")
);
--> statement-breakpoint
ALTER TABLE "debit_file_warnings" ADD CONSTRAINT "debit_file_warnings_of_file" FOREIGN KEY ("partner_id","file_id") REFERENCES "public"."debit_files"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "debit_files_not_handed_out" ON "debit_files" USING btree ("partner_id","id") WHERE handed_out_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "withdrawn_debits_named" ON "withdrawn_debits" USING btree ("partner_id","file_id") WHERE named_at is not null;