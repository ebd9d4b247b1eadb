CREATE TABLE "customer_links" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"secret_key_id" text,
	"secret_data" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "customer_links_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "customer_links_secret_while_live" CHECK (num_nonnulls("customer_links"."secret_key_id", "customer_links"."secret_data") = case when "customer_links"."revoked_at" is null then 2 else 0 end),
	CONSTRAINT "customer_links_hash_shape" CHECK ("customer_links"."secret_hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "customer_links_id_shape" CHECK ("customer_links"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "customer_links" ADD CONSTRAINT "customer_links_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_links_by_secret" ON "customer_links" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_links_one_live" ON "customer_links" USING btree ("partner_id","invoice_id") WHERE revoked_at is null;
--> statement-breakpoint

-- What was revoked stays revoked, and a link never comes to open another invoice. Its secret may be encrypted anew, with another key.
CREATE FUNCTION keep_customer_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'a revoked link is final' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.partner_id, NEW.id, NEW.invoice_id, NEW.secret_hash) IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.invoice_id, OLD.secret_hash) THEN
    RAISE EXCEPTION 'a link opens one invoice by one secret' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER customer_links_kept BEFORE UPDATE ON customer_links
  FOR EACH ROW EXECUTE FUNCTION keep_customer_link();
