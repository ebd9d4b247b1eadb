CREATE TABLE "refusal_counts" (
	"partner_id" text collate "C" NOT NULL,
	"actor" text collate "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"refused" integer NOT NULL,
	"codes" text[] NOT NULL,
	CONSTRAINT "refusal_counts_partner_id_actor_hour_pk" PRIMARY KEY("partner_id","actor","hour"),
	CONSTRAINT "refusal_counts_some" CHECK ("refusal_counts"."refused" > 0)
);
--> statement-breakpoint
ALTER TABLE "refusal_counts" ADD CONSTRAINT "refusal_counts_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refusal_counts_by_hour" ON "refusal_counts" USING btree ("hour");