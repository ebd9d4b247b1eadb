CREATE TYPE "public"."outgoing_kind" AS ENUM('request1', 'request2', 'reminder1', 'reminder2', 'reminder3', 'answer');--> statement-breakpoint
CREATE TYPE "public"."outgoing_state" AS ENUM('waiting', 'handing_over', 'sent', 'refused', 'cancelled', 'unknown');--> statement-breakpoint
CREATE TABLE "collection_starts" (
	"partner_id" text collate "C" NOT NULL,
	"import_id" text collate "C" NOT NULL,
	"done_up_to" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "collection_starts_partner_id_import_id_pk" PRIMARY KEY("partner_id","import_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "collections_partner_id_invoice_id_pk" PRIMARY KEY("partner_id","invoice_id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_messages" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"kind" "outgoing_kind" NOT NULL,
	"round" integer DEFAULT 0 NOT NULL,
	"ticket_id" text collate "C",
	"state" "outgoing_state" DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"subject" text,
	"failure" text,
	CONSTRAINT "outgoing_messages_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "outgoing_messages_answer_a_ticket" CHECK (("outgoing_messages"."kind" = 'answer') = ("outgoing_messages"."ticket_id" is not null)),
	CONSTRAINT "outgoing_messages_id_shape" CHECK ("outgoing_messages"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "collection_starts" ADD CONSTRAINT "collection_starts_partner_id_import_id_imports_partner_id_id_fk" FOREIGN KEY ("partner_id","import_id") REFERENCES "public"."imports"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_partner_id_ticket_id_tickets_partner_id_id_fk" FOREIGN KEY ("partner_id","ticket_id") REFERENCES "public"."tickets"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collections_due" ON "collections" USING btree ("partner_id","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_once" ON "outgoing_messages" USING btree ("partner_id","invoice_id","kind","round") WHERE kind <> 'answer';--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_messages_by_ticket" ON "outgoing_messages" USING btree ("partner_id","ticket_id") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_due" ON "outgoing_messages" USING btree ("next_attempt_at") WHERE state in ('waiting', 'handing_over');--> statement-breakpoint

-- A transmission begins the collection of imports that have settings: one row, however many invoices there are.
CREATE FUNCTION begin_collection() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO collection_starts (partner_id, import_id)
  SELECT s.partner_id, s.import_id FROM import_settings s WHERE s.partner_id = NEW.partner_id AND s.import_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER imports_begin_collection AFTER UPDATE OF transmitted_at ON imports
  FOR EACH ROW WHEN (OLD.transmitted_at IS NULL AND NEW.transmitted_at IS NOT NULL) EXECUTE FUNCTION begin_collection();
--> statement-breakpoint
-- Whatever the plan of an invoice depends on has it looked at again at once: what is outstanding, its retraction, the customer's address, a payment.
CREATE FUNCTION look_at_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections SET next_at = '-infinity' WHERE partner_id = NEW.partner_id AND invoice_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoices_looked_at_again AFTER UPDATE OF amount_total_cents, retracted_at, customer_email ON invoices
  FOR EACH ROW WHEN (
    (OLD.amount_total_cents, OLD.retracted_at, OLD.customer_email) IS DISTINCT FROM (NEW.amount_total_cents, NEW.retracted_at, NEW.customer_email)
  ) EXECUTE FUNCTION look_at_invoice_again();
--> statement-breakpoint
CREATE FUNCTION look_at_paid_invoice_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE collections SET next_at = '-infinity' WHERE partner_id = NEW.partner_id AND invoice_id = NEW.invoice_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_have_invoice_looked_at AFTER UPDATE OF status ON payments
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION look_at_paid_invoice_again();
--> statement-breakpoint

-- A message goes forward only. Once its contents are going to a mail server, it waits again only if that server said that it took nothing.
CREATE FUNCTION keep_outgoing_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.partner_id, NEW.id, NEW.invoice_id, NEW.kind, NEW.round, NEW.ticket_id, NEW.created_at)
    IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.invoice_id, OLD.kind, OLD.round, OLD.ticket_id, OLD.created_at) THEN
    RAISE EXCEPTION 'what a message is never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state NOT IN ('waiting', 'handing_over') THEN
    RAISE EXCEPTION 'a message that is % stays so', OLD.state USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER outgoing_messages_go_forward BEFORE UPDATE ON outgoing_messages
  FOR EACH ROW EXECUTE FUNCTION keep_outgoing_message();
