CREATE TYPE "public"."delivery_status" AS ENUM('pending', 'delivered', 'failed');--> statement-breakpoint
CREATE TYPE "public"."endpoint_pacing" AS ENUM('real_time', 'batching');--> statement-breakpoint
CREATE TYPE "public"."endpoint_switched_off_because" AS ENUM('paused', 'gone', 'failing');--> statement-breakpoint
CREATE TABLE "deliveries" (
	"partner_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"invoice_ids" text[] NOT NULL,
	"import_ids" text[] NOT NULL,
	"body" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"status" "delivery_status" DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "deliveries_partner_id_endpoint_id_id_pk" PRIMARY KEY("partner_id","endpoint_id","id"),
	CONSTRAINT "deliveries_delivered_at_a_time" CHECK (("deliveries"."status" = 'delivered') = ("deliveries"."delivered_at" is not null)),
	CONSTRAINT "deliveries_id_shape" CHECK ("deliveries"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"partner_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"delivery_id" text collate "C" NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"answer" text NOT NULL,
	CONSTRAINT "delivery_attempts_partner_id_endpoint_id_delivery_id_number_pk" PRIMARY KEY("partner_id","endpoint_id","delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "endpoints" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"pacing" "endpoint_pacing" NOT NULL,
	"secret_key_id" text NOT NULL,
	"secret_data" text NOT NULL,
	"previous_secret_key_id" text,
	"previous_secret_data" text,
	"previous_secret_until" timestamp (3) with time zone,
	"folded" "pg_snapshot" DEFAULT pg_current_snapshot() NOT NULL,
	"batched_until" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_failed_at" timestamp (3) with time zone,
	"last_delivered_at" timestamp (3) with time zone,
	"warnings_sent" integer DEFAULT 0 NOT NULL,
	"switched_off_at" timestamp (3) with time zone,
	"switched_off_because" "endpoint_switched_off_because",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "endpoints_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "endpoints_switched_off_for_a_reason" CHECK (("endpoints"."switched_off_at" is null) = ("endpoints"."switched_off_because" is null)),
	CONSTRAINT "endpoints_previous_secret_whole" CHECK (num_nulls("endpoints"."previous_secret_key_id", "endpoints"."previous_secret_data", "endpoints"."previous_secret_until") in (0, 3)),
	CONSTRAINT "endpoints_id_shape" CHECK ("endpoints"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "owed" (
	"partner_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"record" "changed_record" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"transaction_id" "xid8" NOT NULL,
	"change_id" bigint NOT NULL,
	"owed_since" timestamp (3) with time zone NOT NULL,
	"delivery_id" text collate "C",
	"covers_transaction_id" "xid8",
	"covers_change_id" bigint,
	"again_since" timestamp (3) with time zone,
	CONSTRAINT "owed_partner_id_endpoint_id_record_record_id_pk" PRIMARY KEY("partner_id","endpoint_id","record","record_id"),
	CONSTRAINT "owed_covers_while_on_its_way" CHECK (num_nulls("owed"."delivery_id", "owed"."covers_transaction_id", "owed"."covers_change_id") in (0, 3)),
	CONSTRAINT "owed_again_only_on_its_way" CHECK ("owed"."delivery_id" is not null or "owed"."again_since" is null)
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_partner_id_endpoint_id_endpoints_partner_id_id_fk" FOREIGN KEY ("partner_id","endpoint_id") REFERENCES "public"."endpoints"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_partner_id_endpoint_id_delivery_id_deliveries_partner_id_endpoint_id_id_fk" FOREIGN KEY ("partner_id","endpoint_id","delivery_id") REFERENCES "public"."deliveries"("partner_id","endpoint_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoints" ADD CONSTRAINT "endpoints_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed" ADD CONSTRAINT "owed_partner_id_endpoint_id_endpoints_partner_id_id_fk" FOREIGN KEY ("partner_id","endpoint_id") REFERENCES "public"."endpoints"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("partner_id","endpoint_id","next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_by_id" ON "deliveries" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "deliveries_undelivered" ON "deliveries" USING btree ("partner_id","endpoint_id","id") WHERE status <> 'delivered';--> statement-breakpoint
CREATE INDEX "deliveries_over" ON "deliveries" USING btree ("created_at") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_by_invoice" ON "deliveries" USING gin ("invoice_ids");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_attempts_by_time" ON "delivery_attempts" USING btree ("partner_id","endpoint_id","started_at");--> statement-breakpoint
CREATE INDEX "endpoints_failing" ON "endpoints" USING btree ("failing_since") WHERE failing_since is not null and switched_off_at is null;--> statement-breakpoint
CREATE INDEX "owed_waiting" ON "owed" USING btree ("partner_id","endpoint_id","owed_since") WHERE delivery_id is null;--> statement-breakpoint
CREATE INDEX "owed_by_delivery" ON "owed" USING btree ("partner_id","endpoint_id","delivery_id") WHERE delivery_id is not null;