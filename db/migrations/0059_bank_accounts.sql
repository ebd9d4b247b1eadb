CREATE TABLE "bank_account_details" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"bank_account_id" text collate "C" NOT NULL,
	"holder" text NOT NULL,
	"iban" text collate "C" NOT NULL,
	"bic" text collate "C",
	"qr_iban" text collate "C",
	"creditor_identifier" text collate "C",
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"in_force_at" timestamp (3) with time zone NOT NULL,
	"confirmed_by" text collate "C",
	"withdrawn_by" text collate "C",
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "bank_account_details_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "bank_account_details_holder_present" CHECK (btrim("bank_account_details"."holder") <> ''),
	CONSTRAINT "bank_account_details_iban_shape" CHECK ("bank_account_details"."iban" ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
	CONSTRAINT "bank_account_details_second_person" CHECK ("bank_account_details"."confirmed_by" <> "bank_account_details"."requested_by"),
	CONSTRAINT "bank_account_details_wait_forward" CHECK ("bank_account_details"."in_force_at" >= "bank_account_details"."requested_at"),
	CONSTRAINT "bank_account_details_withdrawn_whole" CHECK (("bank_account_details"."withdrawn_at" is null) = ("bank_account_details"."withdrawn_by" is null) and not ("bank_account_details"."withdrawn_at" is not null and "bank_account_details"."confirmed_by" is not null)),
	CONSTRAINT "bank_account_details_withdrawn_before_force" CHECK ("bank_account_details"."withdrawn_at" < "bank_account_details"."in_force_at"),
	CONSTRAINT "bank_account_details_id_shape" CHECK ("bank_account_details"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "bank_accounts_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "bank_accounts_with_company" UNIQUE("partner_id","company_id","id"),
	CONSTRAINT "bank_accounts_id_shape" CHECK ("bank_accounts"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "bank_account_id" text collate "C";--> statement-breakpoint
ALTER TABLE "import_settings" ADD COLUMN "bank_account_id" text collate "C";--> statement-breakpoint
ALTER TABLE "bank_account_details" ADD CONSTRAINT "bank_account_details_of_account" FOREIGN KEY ("partner_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_of_company" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_account_details_by_account" ON "bank_account_details" USING btree ("partner_id","bank_account_id","in_force_at");--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_bank_account" FOREIGN KEY ("partner_id","company_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_bank_account" FOREIGN KEY ("partner_id","bank_account_id") REFERENCES "public"."bank_accounts"("partner_id","id") ON DELETE no action ON UPDATE no action;