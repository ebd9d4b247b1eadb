CREATE SEQUENCE "public"."partner_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "partners" DROP CONSTRAINT "partners_id_shape";--> statement-breakpoint
ALTER TABLE "partners" ALTER COLUMN "id" SET DEFAULT nextval('partner_numbers')::text;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_id_shape" CHECK ("partners"."id" ~ '^([1-9][0-9]{0,18}|[0-9a-f]{40})$');