-- Ends the transaction that all migrations share: what those before this one have locked does not wait for it.
COMMIT;--> statement-breakpoint
BEGIN;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_number" bigint;--> statement-breakpoint
-- What this verifies of each changed payment, that it agrees with its lines, does not change here.
ALTER TABLE "payments" DISABLE TRIGGER "payments_stand_on_the_account";--> statement-breakpoint
UPDATE "payments" SET "invoice_number" = "invoices"."invoice_number" FROM "invoices"
  WHERE "payments"."status" = 'pending' AND "invoices"."partner_id" = "payments"."partner_id" AND "invoices"."id" = "payments"."invoice_id";--> statement-breakpoint
ALTER TABLE "payments" ENABLE TRIGGER "payments_stand_on_the_account";--> statement-breakpoint
DROP INDEX "payments_pending";--> statement-breakpoint
CREATE INDEX "payments_in_progress" ON "payments" USING btree ("partner_id","invoice_number") WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_numbered_in_progress" CHECK ("payments"."invoice_number" is not null or "payments"."status" <> 'pending');--> statement-breakpoint
-- As in db/rules/payments.sql: what the version before this one begins from here on has a number as well.
CREATE FUNCTION number_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.invoice_number := (SELECT invoice_number FROM invoices WHERE partner_id = NEW.partner_id AND id = NEW.invoice_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_numbered BEFORE INSERT OR UPDATE OF status, invoice_number ON payments
  FOR EACH ROW EXECUTE FUNCTION number_payment();
