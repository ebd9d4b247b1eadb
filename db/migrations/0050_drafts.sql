CREATE TABLE "drafts" (
	"partner_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"reply" text NOT NULL,
	"note" text NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_partner_id_invoice_id_author_id_pk" PRIMARY KEY("partner_id","invoice_id","author_id"),
	CONSTRAINT "drafts_not_empty" CHECK ("drafts"."reply" <> '' or "drafts"."note" <> '')
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;