CREATE TYPE "public"."bulk_job_kind" AS ENUM('delete_invoices', 'retract_invoices');--> statement-breakpoint
CREATE TYPE "public"."bulk_job_outcome" AS ENUM('done', 'refused');--> statement-breakpoint
CREATE TYPE "public"."user_role" AS ENUM('administrator', 'member', 'support');--> statement-breakpoint
CREATE TYPE "public"."user_token_purpose" AS ENUM('invitation', 'password_reset');--> statement-breakpoint
CREATE TABLE "bulk_job_items" (
	"partner_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"invoice_number" bigint NOT NULL,
	"customer_name" text NOT NULL,
	"amount_total_cents" bigint NOT NULL,
	"outcome" "bulk_job_outcome",
	"error_code" text,
	CONSTRAINT "bulk_job_items_partner_id_job_id_position_pk" PRIMARY KEY("partner_id","job_id","position"),
	CONSTRAINT "bulk_job_items_reason_where_refused" CHECK (("bulk_job_items"."outcome" is not distinct from 'refused') = ("bulk_job_items"."error_code" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"kind" "bulk_job_kind" NOT NULL,
	"retraction" jsonb,
	"size" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "bulk_jobs_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "bulk_jobs_retraction_where_meant" CHECK (("bulk_jobs"."kind" = 'retract_invoices') = ("bulk_jobs"."retraction" is not null)),
	CONSTRAINT "bulk_jobs_id_shape" CHECK ("bulk_jobs"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "archivings" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"actor" text NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL,
	"assigned_at" timestamp (3) with time zone,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "archivings_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "archivings_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "archivings_id_shape" CHECK ("archivings"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "held_replies" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"sender" "ticket_sender" NOT NULL,
	"message" text NOT NULL,
	"then_archive" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "held_replies_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "held_replies_message_present" CHECK (length(btrim("held_replies"."message")) > 0),
	CONSTRAINT "held_replies_not_from_customers" CHECK ("held_replies"."sender" <> 'customer'),
	CONSTRAINT "held_replies_id_shape" CHECK ("held_replies"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notes_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	CONSTRAINT "notes_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "notes_text_present" CHECK (length(btrim("notes"."text")) > 0),
	CONSTRAINT "notes_id_shape" CHECK ("notes"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"locale" "locale" NOT NULL,
	"subject" text NOT NULL,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_id_shape" CHECK ("mails"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "daily_rollups" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"billed_cents" bigint NOT NULL,
	"fees_cents" bigint NOT NULL,
	"collected_cents" bigint NOT NULL,
	"credited_cents" bigint NOT NULL,
	CONSTRAINT "daily_rollups_partner_id_company_id_day_pk" PRIMARY KEY("partner_id","company_id","day")
);
--> statement-breakpoint
CREATE TABLE "outstanding_rollups" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"transmitted_on" date NOT NULL,
	"outstanding_cents" bigint NOT NULL,
	"invoices" integer NOT NULL,
	CONSTRAINT "outstanding_rollups_partner_id_company_id_transmitted_on_pk" PRIMARY KEY("partner_id","company_id","transmitted_on")
);
--> statement-breakpoint
CREATE TABLE "rollup_states" (
	"partner_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"complete_before" "xid8" NOT NULL,
	CONSTRAINT "rollup_states_partner_id_company_id_pk" PRIMARY KEY("partner_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_hash" text collate "C" NOT NULL,
	"address_hash" text collate "C" NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_companies" (
	"partner_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"company_id" text collate "C" NOT NULL,
	CONSTRAINT "user_companies_partner_id_user_id_company_id_pk" PRIMARY KEY("partner_id","user_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "user_tokens" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"purpose" "user_token_purpose" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "user_tokens_hash_shape" CHECK ("user_tokens"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"partner_id" text collate "C",
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" "user_role" NOT NULL,
	"locale" "locale" NOT NULL,
	"limited_to_companies" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"session_version" integer DEFAULT 1 NOT NULL,
	"oidc_issuer" text,
	"oidc_subject" text,
	"single_key_shortcuts" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_signed_in_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "users_by_email" UNIQUE("email"),
	CONSTRAINT "users_by_provider_subject" UNIQUE("oidc_issuer","oidc_subject"),
	CONSTRAINT "users_with_partner" UNIQUE("partner_id","id"),
	CONSTRAINT "users_support_has_no_partner" CHECK (("users"."role" = 'support') = ("users"."partner_id" is null)),
	CONSTRAINT "users_email_in_lower_case" CHECK ("users"."email" = lower("users"."email") and "users"."email" <> ''),
	CONSTRAINT "users_provider_whole" CHECK (("users"."oidc_issuer" is null) = ("users"."oidc_subject" is null)),
	CONSTRAINT "users_administrators_see_all" CHECK ("users"."role" = 'member' or not "users"."limited_to_companies"),
	CONSTRAINT "users_id_shape" CHECK ("users"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "hint" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "created_by" text collate "C";--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "author_id" text collate "C";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "archiving_id" text collate "C";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "archived_from" "ticket_status";--> statement-breakpoint
ALTER TABLE "bulk_job_items" ADD CONSTRAINT "bulk_job_items_partner_id_job_id_bulk_jobs_partner_id_id_fk" FOREIGN KEY ("partner_id","job_id") REFERENCES "public"."bulk_jobs"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "archivings" ADD CONSTRAINT "archivings_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_replies" ADD CONSTRAINT "held_replies_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_replies" ADD CONSTRAINT "held_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_partner_id_invoice_id_invoices_partner_id_id_fk" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_rollups" ADD CONSTRAINT "daily_rollups_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outstanding_rollups" ADD CONSTRAINT "outstanding_rollups_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollup_states" ADD CONSTRAINT "rollup_states_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_companies" ADD CONSTRAINT "user_companies_partner_id_user_id_users_partner_id_id_fk" FOREIGN KEY ("partner_id","user_id") REFERENCES "public"."users"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_companies" ADD CONSTRAINT "user_companies_partner_id_company_id_companies_partner_id_id_fk" FOREIGN KEY ("partner_id","company_id") REFERENCES "public"."companies"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished" ON "bulk_jobs" USING btree ("created_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "archivings_by_invoice" ON "archivings" USING btree ("partner_id","invoice_id","recorded_order");--> statement-breakpoint
CREATE INDEX "archivings_from_support" ON "archivings" USING btree ("archived_at","id") WHERE assigned_at is not null;--> statement-breakpoint
CREATE INDEX "held_replies_by_invoice" ON "held_replies" USING btree ("partner_id","invoice_id");--> statement-breakpoint
CREATE INDEX "held_replies_due" ON "held_replies" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notes_by_invoice" ON "notes" USING btree ("partner_id","invoice_id","recorded_order");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_attempt_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_failures_by_account" ON "sign_in_failures" USING btree ("account_hash","address_hash","failed_at");--> statement-breakpoint
CREATE INDEX "sign_in_failures_by_time" ON "sign_in_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "user_tokens_by_user" ON "user_tokens" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_archived_from_where_archived" CHECK (("tickets"."archiving_id" is null) = ("tickets"."archived_from" is null));