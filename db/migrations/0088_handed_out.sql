ALTER TABLE "payout_items" ADD COLUMN "returned_transaction_id" text collate "C";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "handed_out_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_items" ADD CONSTRAINT "payout_items_returned_by" FOREIGN KEY ("partner_id","returned_transaction_id") REFERENCES "public"."bank_transactions"("partner_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_items_by_returning" ON "payout_items" USING btree ("partner_id","returned_transaction_id") WHERE returned_transaction_id is not null;--> statement-breakpoint
-- Files that were downloaded before: the security log has the time. The rule that an approved file stays would refuse to write it down.
DO $$
BEGIN
  ALTER TABLE payouts DISABLE TRIGGER USER;
  UPDATE payouts p SET handed_out_at = e.first_at
  FROM (SELECT partner_id, after->>'payout' AS payout_id, min(happened_at) AS first_at FROM security_events WHERE kind = 'payout_fetched' GROUP BY 1, 2) e
  WHERE e.partner_id = p.partner_id AND e.payout_id = p.id;
  ALTER TABLE payouts ENABLE TRIGGER USER;
END $$;
