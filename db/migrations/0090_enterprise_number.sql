ALTER TABLE "outgoing_messages" ADD COLUMN "fee_terms" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "enterprise_number" text;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_enterprise_number_shape" CHECK ("companies"."enterprise_number" ~ '^[01][0-9]{3}[.][0-9]{3}[.][0-9]{3}$');