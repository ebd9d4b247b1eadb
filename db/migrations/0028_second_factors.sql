-- Ends the transaction that all migrations share: what those before this one have locked does not wait for it.
COMMIT;--> statement-breakpoint
BEGIN;--> statement-breakpoint
CREATE TYPE "public"."factor_kind" AS ENUM('authenticator', 'passkey');--> statement-breakpoint
CREATE TYPE "public"."session_method" AS ENUM('password', 'organisation');--> statement-breakpoint
CREATE TABLE "factors" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"kind" "factor_kind" NOT NULL,
	"name" text NOT NULL,
	"secret_key_id" text,
	"secret_data" text,
	"last_step" integer,
	"credential_id" text collate "C",
	"public_key" text,
	"sign_count" bigint,
	"transports" text[],
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "factors_by_credential" UNIQUE("credential_id"),
	CONSTRAINT "factors_whole" CHECK (case "factors"."kind" when 'authenticator' then num_nulls("factors"."secret_key_id", "factors"."secret_data", "factors"."last_step") = 0
        else num_nulls("factors"."credential_id", "factors"."public_key", "factors"."sign_count", "factors"."transports") = 0 end),
	CONSTRAINT "factors_id_shape" CHECK ("factors"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "partners" ADD COLUMN "second_factor_for_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "method" "session_method" DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "challenge" text;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factors_by_user" ON "factors" USING btree ("user_id");