ALTER TYPE "public"."statement_wait_reason" ADD VALUE 'account_closed';--> statement-breakpoint
ALTER TABLE "statement_waits" DROP CONSTRAINT "statement_waits_author_told";--> statement-breakpoint
ALTER TABLE "statement_waits" ADD CONSTRAINT "statement_waits_author_told" CHECK (("statement_waits"."because"::text <> 'above_limit') = ("statement_waits"."asked_by" is null) and ("statement_waits"."asked_by" is null) = ("statement_waits"."incoming_cents" is null)
        and ("statement_waits"."alone_from" is null or "statement_waits"."asked_by" is not null));