ALTER TYPE "public"."news_kind" ADD VALUE 'debit_rejected';--> statement-breakpoint
ALTER TYPE "public"."news_kind" ADD VALUE 'mandate_ended';
