CREATE SEQUENCE "public"."api_request_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "api_request_log" (
	"id" bigint DEFAULT nextval('api_request_ids') NOT NULL,
	"partner_id" text collate "C" NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"method" text collate "C" NOT NULL,
	"path" text collate "C" NOT NULL,
	"status" integer NOT NULL,
	"error" text collate "C",
	"duration_ms" real NOT NULL,
	"request_id" text collate "C" NOT NULL,
	"idempotency_key" text collate "C"
) PARTITION BY RANGE ("answered_at");
--> statement-breakpoint
CREATE INDEX "api_request_log_by_partner" ON "api_request_log" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "api_request_log_refused" ON "api_request_log" USING btree ("partner_id","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_request_log_by_request_id" ON "api_request_log" USING hash ("request_id");--> statement-breakpoint
-- For days that have no partition of their own.
CREATE TABLE "api_request_log_other" PARTITION OF "api_request_log" DEFAULT;--> statement-breakpoint
-- The table of before becomes the first partition, under its own name: processes of the version before go on writing there, for a week. No partition may have an identity column.
SELECT setval('api_request_ids', nextval(pg_get_serial_sequence('api_requests', 'id')));--> statement-breakpoint
ALTER TABLE "api_requests" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "api_requests" ALTER COLUMN "id" SET DEFAULT nextval('api_request_ids');--> statement-breakpoint
DO $$
DECLARE
  upper_end timestamptz;
  writer record;
BEGIN
  SELECT date_trunc('day', greatest(now(), max(answered_at)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '8 days' INTO upper_end FROM api_requests;
  EXECUTE format('ALTER TABLE api_request_log ATTACH PARTITION api_requests FOR VALUES FROM (MINVALUE) TO (%L)', upper_end);
  -- Who writes there may write here as soon as this is committed.
  FOR writer IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = 'public' AND table_name = 'api_requests' AND privilege_type = 'INSERT' AND grantee <> current_user LOOP
    EXECUTE format('GRANT USAGE ON SEQUENCE api_request_ids TO %I', writer.grantee);
    EXECUTE format('GRANT SELECT, INSERT ON api_request_log TO %I', writer.grantee);
  END LOOP;
END $$;
