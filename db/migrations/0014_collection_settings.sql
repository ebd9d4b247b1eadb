CREATE TABLE "company_settings" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"due_days" integer DEFAULT 14 NOT NULL,
	"request1_day" integer DEFAULT 0,
	"request2_day" integer DEFAULT 10,
	"reminder1_day" integer DEFAULT 4,
	"reminder2_day" integer DEFAULT 18,
	"reminder3_day" integer DEFAULT 32,
	"payment_methods" "payment_method"[] DEFAULT '{"ideal","bancontact","credit_card","bank_transfer"}' NOT NULL,
	"late_payment_fee_cents" bigint DEFAULT 0 NOT NULL,
	"chargeback_fee_cents" bigint DEFAULT 0 NOT NULL,
	"donation_allowed" boolean DEFAULT false NOT NULL,
	"salutation" text DEFAULT '' NOT NULL,
	"personal_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "company_settings_partner_id_company_id_pk" PRIMARY KEY("partner_id","company_id"),
	CONSTRAINT "company_settings_due_days_in_range" CHECK ("company_settings"."due_days" between 0 and 365),
	CONSTRAINT "company_settings_requests_in_order" CHECK (coalesce("company_settings"."request1_day", 0) >= 0 and coalesce("company_settings"."request1_day", -1) < coalesce("company_settings"."request2_day", 366)
      and greatest("company_settings"."request1_day", "company_settings"."request2_day") <= "company_settings"."due_days"),
	CONSTRAINT "company_settings_reminders_in_order" CHECK (coalesce(least("company_settings"."reminder1_day", "company_settings"."reminder2_day", "company_settings"."reminder3_day"), 1) >= 1
      and coalesce(greatest("company_settings"."reminder1_day", "company_settings"."reminder2_day", "company_settings"."reminder3_day"), 1) <= 365
      and coalesce("company_settings"."reminder1_day", 0) < coalesce("company_settings"."reminder2_day", 366)
      and coalesce("company_settings"."reminder1_day", 0) < coalesce("company_settings"."reminder3_day", 366)
      and coalesce("company_settings"."reminder2_day", 0) < coalesce("company_settings"."reminder3_day", 366)),
	CONSTRAINT "company_settings_payment_methods_some" CHECK (cardinality("company_settings"."payment_methods") > 0 and not 'external' = any("company_settings"."payment_methods")),
	CONSTRAINT "company_settings_fees_in_range" CHECK ("company_settings"."late_payment_fee_cents" between 0 and 100000 and "company_settings"."chargeback_fee_cents" between 0 and 100000),
	CONSTRAINT "company_settings_texts_in_length" CHECK (char_length("company_settings"."salutation") <= 255 and char_length("company_settings"."personal_note") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "import_settings" (
	"partner_id" text collate "C" NOT NULL,
	"import_id" text collate "C" NOT NULL,
	"due_days" integer DEFAULT 14 NOT NULL,
	"request1_day" integer DEFAULT 0,
	"request2_day" integer DEFAULT 10,
	"reminder1_day" integer DEFAULT 4,
	"reminder2_day" integer DEFAULT 18,
	"reminder3_day" integer DEFAULT 32,
	"payment_methods" "payment_method"[] DEFAULT '{"ideal","bancontact","credit_card","bank_transfer"}' NOT NULL,
	"late_payment_fee_cents" bigint DEFAULT 0 NOT NULL,
	"chargeback_fee_cents" bigint DEFAULT 0 NOT NULL,
	"donation_allowed" boolean DEFAULT false NOT NULL,
	"salutation" text DEFAULT '' NOT NULL,
	"personal_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "import_settings_partner_id_import_id_pk" PRIMARY KEY("partner_id","import_id"),
	CONSTRAINT "import_settings_due_days_in_range" CHECK ("import_settings"."due_days" between 0 and 365),
	CONSTRAINT "import_settings_requests_in_order" CHECK (coalesce("import_settings"."request1_day", 0) >= 0 and coalesce("import_settings"."request1_day", -1) < coalesce("import_settings"."request2_day", 366)
      and greatest("import_settings"."request1_day", "import_settings"."request2_day") <= "import_settings"."due_days"),
	CONSTRAINT "import_settings_reminders_in_order" CHECK (coalesce(least("import_settings"."reminder1_day", "import_settings"."reminder2_day", "import_settings"."reminder3_day"), 1) >= 1
      and coalesce(greatest("import_settings"."reminder1_day", "import_settings"."reminder2_day", "import_settings"."reminder3_day"), 1) <= 365
      and coalesce("import_settings"."reminder1_day", 0) < coalesce("import_settings"."reminder2_day", 366)
      and coalesce("import_settings"."reminder1_day", 0) < coalesce("import_settings"."reminder3_day", 366)
      and coalesce("import_settings"."reminder2_day", 0) < coalesce("import_settings"."reminder3_day", 366)),
	CONSTRAINT "import_settings_payment_methods_some" CHECK (cardinality("import_settings"."payment_methods") > 0 and not 'external' = any("import_settings"."payment_methods")),
	CONSTRAINT "import_settings_fees_in_range" CHECK ("import_settings"."late_payment_fee_cents" between 0 and 100000 and "import_settings"."chargeback_fee_cents" between 0 and 100000),
	CONSTRAINT "import_settings_texts_in_length" CHECK (char_length("import_settings"."salutation") <= 255 and char_length("import_settings"."personal_note") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_settings" ADD CONSTRAINT "import_settings_partner_id_import_id_imports_partner_id_id_fk" FOREIGN KEY ("partner_id","import_id") REFERENCES "public"."imports"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

-- Every company has settings, and every import that is yet to be transmitted. What was transmitted before gets none, so that nothing is sent about it.
INSERT INTO company_settings (partner_id, company_id) SELECT partner_id, id FROM companies;
--> statement-breakpoint
INSERT INTO import_settings (partner_id, import_id) SELECT partner_id, id FROM imports WHERE transmitted_at IS NULL;
--> statement-breakpoint
CREATE FUNCTION give_company_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO company_settings (partner_id, company_id) VALUES (NEW.partner_id, NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER companies_have_settings AFTER INSERT ON companies
  FOR EACH ROW EXECUTE FUNCTION give_company_settings();
--> statement-breakpoint
CREATE FUNCTION copy_company_settings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO import_settings (
    partner_id, import_id, due_days, request1_day, request2_day, reminder1_day, reminder2_day, reminder3_day,
    payment_methods, late_payment_fee_cents, chargeback_fee_cents, donation_allowed, salutation, personal_note
  )
  SELECT
    NEW.partner_id, NEW.id, due_days, request1_day, request2_day, reminder1_day, reminder2_day, reminder3_day,
    payment_methods, late_payment_fee_cents, chargeback_fee_cents, donation_allowed, salutation, personal_note
  FROM company_settings WHERE partner_id = NEW.partner_id AND company_id = NEW.company_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_have_settings AFTER INSERT ON imports
  FOR EACH ROW WHEN (NEW.transmitted_at IS NULL) EXECUTE FUNCTION copy_company_settings();
--> statement-breakpoint
-- The share lock has whoever changes settings and whoever transmits wait for each other.
CREATE FUNCTION refuse_settings_of_transmitted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  was_transmitted boolean;
BEGIN
  SELECT transmitted_at IS NOT NULL INTO was_transmitted
  FROM imports WHERE partner_id = OLD.partner_id AND id = OLD.import_id FOR SHARE;
  IF was_transmitted THEN
    RAISE EXCEPTION '% on import_settings is refused: the import was transmitted', lower(TG_OP) USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER import_settings_fixed_once_transmitted BEFORE UPDATE OR DELETE ON import_settings
  FOR EACH ROW EXECUTE FUNCTION refuse_settings_of_transmitted();
