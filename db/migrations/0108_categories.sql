ALTER TYPE "public"."payment_category" ADD VALUE 'insurance' BEFORE 'fundraising';--> statement-breakpoint
ALTER TYPE "public"."payment_category" ADD VALUE 'energy' BEFORE 'fundraising';--> statement-breakpoint
ALTER TYPE "public"."payment_category" ADD VALUE 'subsidies' BEFORE 'own_transfers';