ALTER TABLE "outstanding_rollups" RENAME COLUMN "transmitted_on" TO "due_on";--> statement-breakpoint
ALTER TABLE "outstanding_rollups" DROP CONSTRAINT "outstanding_rollups_partner_id_company_id_transmitted_on_pk";--> statement-breakpoint
ALTER TABLE "outstanding_rollups" ADD CONSTRAINT "outstanding_rollups_partner_id_company_id_due_on_pk" PRIMARY KEY("partner_id","company_id","due_on");--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "due_on" date;--> statement-breakpoint
CREATE INDEX "invoices_due_by_themselves" ON "invoices" USING btree ("partner_id","due_on","invoice_number") WHERE due_on is not null;--> statement-breakpoint
-- Ages count from the due day from now on, so every company's figures are summed anew.
DELETE FROM outstanding_rollups;--> statement-breakpoint
DELETE FROM rollup_states;
