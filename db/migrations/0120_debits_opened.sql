ALTER TABLE "partners" ADD COLUMN "debits_opened_at" timestamp (3) with time zone;
