CREATE TYPE "public"."changed_record" AS ENUM('company', 'import', 'invoice');--> statement-breakpoint
CREATE TYPE "public"."company_country" AS ENUM('AT', 'BE', 'CH', 'DE', 'GB', 'IE', 'NL');--> statement-breakpoint
CREATE TYPE "public"."currency" AS ENUM('EUR', 'GBP', 'CHF');--> statement-breakpoint
CREATE TYPE "public"."locale" AS ENUM('de', 'en', 'fr', 'it', 'nl');--> statement-breakpoint
CREATE TYPE "public"."line_type" AS ENUM('INVOICE-LINE', 'CREDIT-LINE', 'PAYMENT-LINE', 'CHARGEBACK-LINE', 'CHARGEBACK-FEE-LINE', 'CHARGEBACK-FEE-PAYMENT-LINE', 'LATE-PAYMENT-FEE-LINE', 'LATE-PAYMENT-FEE-PAYMENT-LINE', 'INSTALLMENT-FEE-LINE', 'INSTALLMENT-FEE-PAYMENT-LINE');--> statement-breakpoint
CREATE TYPE "public"."message_type" AS ENUM('EMAIL', 'SMS', 'LETTER');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('ideal', 'sdd', 'bank_transfer', 'credit_card', 'bancontact', 'bacs', 'sofort', 'paypal', 'external');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('scheduled', 'pending', 'paid', 'failed', 'cancelled', 'expired');--> statement-breakpoint
CREATE TYPE "public"."ticket_sender" AS ENUM('customer', 'company', 'support');--> statement-breakpoint
CREATE TYPE "public"."ticket_status" AS ENUM('unanswered', 'answered', 'archived');--> statement-breakpoint
CREATE TABLE "api_keys" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"hash" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "api_keys_hash_shape" CHECK ("api_keys"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"partner_id" text collate "C" NOT NULL,
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record" "changed_record" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"request_id" text,
	"changed_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "changes_partner_id_transaction_id_id_pk" PRIMARY KEY("partner_id","transaction_id","id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"email" text NOT NULL,
	"locale" "locale" NOT NULL,
	"country_code" "company_country" NOT NULL,
	"currency" "currency" NOT NULL,
	"address1" text,
	"address2" text,
	"house_number" text,
	"zipcode" text,
	"city" text,
	"vat_percentage" double precision,
	"partnership_page_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "companies_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "companies_id_shape" CHECK ("companies"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"partner_id" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"status" integer NOT NULL,
	"body" text,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_partner_id_key_pk" PRIMARY KEY("partner_id","key")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"title" text NOT NULL,
	"expected_invoices_count" integer,
	"transmitted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "imports_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "imports_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "imports_with_company" UNIQUE("partner_id","company_id","id"),
	CONSTRAINT "imports_expected_count_not_negative" CHECK ("imports"."expected_invoices_count" >= 0),
	CONSTRAINT "imports_id_shape" CHECK ("imports"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"id" text collate "C" NOT NULL,
	"type" "line_type" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"description" text,
	"date" timestamp (3) with time zone NOT NULL,
	"payment_method" "payment_method",
	CONSTRAINT "invoice_lines_partner_id_invoice_id_position_pk" PRIMARY KEY("partner_id","invoice_id","position"),
	CONSTRAINT "invoice_lines_position_from_one" CHECK ("invoice_lines"."position" >= 1),
	CONSTRAINT "invoice_lines_id_length" CHECK (char_length("invoice_lines"."id") between 1 and 255),
	CONSTRAINT "invoice_lines_amount_in_range" CHECK ("invoice_lines"."amount_cents" between -9007199254740991 and 9007199254740991),
	CONSTRAINT "invoice_lines_payment_method_where_named" CHECK (("invoice_lines"."payment_method" is not null) = ("invoice_lines"."type" in ('PAYMENT-LINE', 'LATE-PAYMENT-FEE-PAYMENT-LINE', 'INSTALLMENT-FEE-PAYMENT-LINE'))),
	CONSTRAINT "invoice_lines_description_where_named" CHECK ("invoice_lines"."description" is null or "invoice_lines"."type" in ('INVOICE-LINE', 'CREDIT-LINE')),
	CONSTRAINT "invoice_lines_sign" CHECK (case
        when "invoice_lines"."type" in ('INVOICE-LINE', 'CREDIT-LINE') then true
        when "invoice_lines"."type"::text like '%PAYMENT-LINE' then "invoice_lines"."amount_cents" <= 0
        else "invoice_lines"."amount_cents" >= 0
      end)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"import_id" text collate "C" NOT NULL,
	"invoice_number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "invoices_invoice_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100000001 CACHE 1),
	"external_invoice_number" text NOT NULL,
	"reference" text,
	"locale" "locale" NOT NULL,
	"direct_debit_iban" text,
	"federation_membership_number" text,
	"club_membership_number" text,
	"member_external_id" text,
	"external_membership_number" text,
	"customer_prefix" text,
	"customer_first_name" text,
	"customer_infix" text,
	"customer_last_name" text NOT NULL,
	"customer_organization" text,
	"customer_address1" text,
	"customer_address2" text,
	"customer_locality" text,
	"customer_house_number" text,
	"customer_house_number_extension" text,
	"customer_state" text,
	"customer_zipcode" text,
	"customer_city" text,
	"customer_country_code" text,
	"customer_email" text,
	"customer_phone_number" text,
	"customer_phone_country_code" text,
	"amount_total_cents" bigint NOT NULL,
	"retracted_at" timestamp (3) with time zone,
	"retraction_reason" text,
	"show_retraction_reason_to_customer" boolean DEFAULT false NOT NULL,
	"credit_note_number" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoices_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "invoices_external_number_present" CHECK ("invoices"."external_invoice_number" <> ''),
	CONSTRAINT "invoices_last_name_present" CHECK (btrim("invoices"."customer_last_name") <> ''),
	CONSTRAINT "invoices_total_in_range" CHECK ("invoices"."amount_total_cents" between -9007199254740991 and 9007199254740991),
	CONSTRAINT "invoices_retraction_whole" CHECK ("invoices"."retracted_at" is not null or ("invoices"."retraction_reason" is null and "invoices"."credit_note_number" is null)),
	CONSTRAINT "invoices_id_shape" CHECK ("invoices"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"type" "message_type" NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "messages_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "messages_id_shape" CHECK ("messages"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"clock_offset_ms" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "partners_id_shape" CHECK ("partners"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"method" "payment_method" NOT NULL,
	"status" "payment_status" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_id_shape" CHECK ("payments"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "support_assignments" (
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"assigned_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "support_assignments_partner_id_invoice_id_pk" PRIMARY KEY("partner_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"sender" "ticket_sender" NOT NULL,
	"status" "ticket_status" NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tickets_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "tickets_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "tickets_message_present" CHECK (length(btrim("tickets"."message")) > 0),
	CONSTRAINT "tickets_only_customers_wait" CHECK ("tickets"."status" <> 'unanswered' or "tickets"."sender" = 'customer'),
	CONSTRAINT "tickets_id_shape" CHECK ("tickets"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_partner_id_company_id_import_id_imports_partner_id_company_id_id_fk" FOREIGN KEY ("partner_id","company_id","import_id") REFERENCES "public"."imports"("partner_id","company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_assignments" ADD CONSTRAINT "support_assignments_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_id" ON "api_keys" USING btree ("id");--> statement-breakpoint
CREATE INDEX "changes_by_record" ON "changes" USING btree ("partner_id","record_id","id");--> statement-breakpoint
CREATE INDEX "companies_by_age" ON "companies" USING btree ("partner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "imports_by_company" ON "imports" USING btree ("partner_id","company_id","recorded_order");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_by_id" ON "invoice_lines" USING btree ("partner_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_by_number" ON "invoices" USING btree ("invoice_number");--> statement-breakpoint
CREATE INDEX "invoices_by_import" ON "invoices" USING btree ("partner_id","import_id","invoice_number","id");--> statement-breakpoint
CREATE INDEX "messages_by_invoice" ON "messages" USING btree ("partner_id","invoice_id","recorded_order");--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "tickets_by_invoice" ON "tickets" USING btree ("partner_id","invoice_id","recorded_order");--> statement-breakpoint
CREATE INDEX "tickets_by_company" ON "tickets" USING btree ("partner_id","company_id","status","created_at","id");