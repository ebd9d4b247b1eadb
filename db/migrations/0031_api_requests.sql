CREATE TABLE "api_requests" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
);
--> statement-breakpoint
CREATE INDEX "api_requests_by_partner" ON "api_requests" USING btree ("partner_id","id");--> statement-breakpoint
CREATE INDEX "api_requests_refused" ON "api_requests" USING btree ("partner_id","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_requests_by_request_id" ON "api_requests" USING hash ("request_id");--> statement-breakpoint
CREATE INDEX "api_requests_by_age" ON "api_requests" USING brin ("answered_at");