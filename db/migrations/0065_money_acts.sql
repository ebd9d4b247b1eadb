CREATE TABLE "money_acts" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"author" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"currency" text collate "C" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payee_hash" text collate "C",
	"is_payee_typed" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "money_acts_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "money_acts_amount_positive" CHECK ("money_acts"."amount_cents" > 0),
	CONSTRAINT "money_acts_typed_payee_known" CHECK (not "money_acts"."is_payee_typed" or "money_acts"."payee_hash" is not null),
	CONSTRAINT "money_acts_id_shape" CHECK ("money_acts"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_acts_by_author" ON "money_acts" USING btree ("partner_id","author","currency","created_at");--> statement-breakpoint
CREATE INDEX "money_acts_by_payee" ON "money_acts" USING btree ("partner_id","payee_hash","currency","created_at") WHERE payee_hash is not null;--> statement-breakpoint
CREATE INDEX "money_acts_to_typed_payees" ON "money_acts" USING btree ("partner_id","currency","created_at") WHERE is_payee_typed;--> statement-breakpoint
CREATE INDEX "money_acts_by_time" ON "money_acts" USING btree ("created_at");