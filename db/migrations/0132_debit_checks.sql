CREATE TABLE "debit_checks" (
	"partner_id" text collate "C" NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "debit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"debit_ids" text[] NOT NULL,
	CONSTRAINT "debit_checks_partner_id_id_pk" PRIMARY KEY("partner_id","id")
);
--> statement-breakpoint
ALTER TABLE "debits" DROP CONSTRAINT "debits_id_shape";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_id_shape";--> statement-breakpoint
ALTER TABLE "debits" ADD CONSTRAINT "debits_id_shape" CHECK (octet_length("debits"."id") = 40 and "debits"."id" !~ '[^0-9a-f]') NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_id_shape" CHECK (octet_length("payments"."id") = 40 and "payments"."id" !~ '[^0-9a-f]') NOT VALID;