CREATE TYPE "public"."limit_change_outcome" AS ENUM('in_force', 'withdrawn', 'replaced');--> statement-breakpoint
CREATE TABLE "limit_changes" (
	"partner_id" text collate "C" NOT NULL,
	"id" text collate "C" NOT NULL,
	"above_cents" bigint,
	"requested_by" text collate "C" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"in_force_at" timestamp (3) with time zone NOT NULL,
	"outcome" "limit_change_outcome",
	"ended_by" text collate "C",
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "limit_changes_partner_id_id_pk" PRIMARY KEY("partner_id","id"),
	CONSTRAINT "limit_changes_limit_not_negative" CHECK ("limit_changes"."above_cents" >= 0),
	CONSTRAINT "limit_changes_ended_whole" CHECK (num_nonnulls("limit_changes"."outcome", "limit_changes"."ended_by", "limit_changes"."ended_at") in (0, 3)),
	CONSTRAINT "limit_changes_second_person" CHECK (("limit_changes"."ended_by" = "limit_changes"."requested_by" and "limit_changes"."outcome" = 'in_force' and "limit_changes"."ended_at" < "limit_changes"."in_force_at") is not true),
	CONSTRAINT "limit_changes_id_shape" CHECK ("limit_changes"."id" ~ '^[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_second_person";--> statement-breakpoint
ALTER TABLE "proposals" DROP CONSTRAINT "proposals_second_person";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "alone_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "alone_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "limit_changes" ADD CONSTRAINT "limit_changes_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "limit_changes_one_open" ON "limit_changes" USING btree ("partner_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "limit_changes_due" ON "limit_changes" USING btree ("in_force_at") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_second_person" CHECK ("payouts"."approved_by" <> "payouts"."created_by" or ("payouts"."approved_at" >= "payouts"."alone_from") is true);--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_second_person" CHECK (("proposals"."decided_by" = "proposals"."proposed_by") is not true or "proposals"."outcome" = 'withdrawn' or ("proposals"."decided_at" >= "proposals"."alone_from") is true);