CREATE TYPE "public"."season_file_kind" AS ENUM('pain008', 'pain002', 'camt054', 'camt053');--> statement-breakpoint
CREATE TYPE "public"."season_state" AS ENUM('playing', 'stopped', 'failed', 'ended');--> statement-breakpoint
CREATE TABLE "season_files" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"season_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"place" integer NOT NULL,
	"kind" "season_file_kind" NOT NULL,
	"name" text NOT NULL,
	"contents" text NOT NULL,
	"taken_at" timestamp (3) with time zone,
	"refusal" text,
	CONSTRAINT "season_files_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "season_files_refused_when_taken" CHECK ("season_files"."refusal" is null or "season_files"."taken_at" is not null),
	CONSTRAINT "season_files_id_shape" CHECK ("season_files"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"seed" text NOT NULL,
	"scenario" text NOT NULL,
	"first_on" date NOT NULL,
	"last_on" date NOT NULL,
	"stop_on" date NOT NULL,
	"played_on" date,
	"made_on" date,
	"state" "season_state" NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"begun_by" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "seasons_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "seasons_days_in_order" CHECK ("seasons"."stop_on" between "seasons"."first_on" and "seasons"."last_on"),
	CONSTRAINT "seasons_played_within" CHECK ("seasons"."played_on" between "seasons"."first_on" and "seasons"."last_on"),
	CONSTRAINT "seasons_made_before_played" CHECK ("seasons"."played_on" is null or ("seasons"."made_on" >= "seasons"."played_on") is true),
	CONSTRAINT "seasons_ended_at_last" CHECK ("seasons"."state" <> 'ended' or ("seasons"."played_on" = "seasons"."last_on") is true),
	CONSTRAINT "seasons_id_shape" CHECK ("seasons"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "season_files" ADD CONSTRAINT "season_files_of_season" FOREIGN KEY ("partner_id","season_id") REFERENCES "public"."seasons"("partner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_of_partner" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "season_files_by_day" ON "season_files" USING btree ("partner_id","season_id","day","place");--> statement-breakpoint
CREATE UNIQUE INDEX "seasons_one_each" ON "seasons" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "seasons_playing" ON "seasons" USING btree ("partner_id") WHERE state = 'playing';