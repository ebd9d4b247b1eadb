ALTER TYPE "public"."debit_file_need" ADD VALUE 'mandate_withdrawn' BEFORE 'unanswered';--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "taken_over_on" date;