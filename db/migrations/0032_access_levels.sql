CREATE TYPE "public"."access_level" AS ENUM('read', 'answer', 'invoices', 'money');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_level" "access_level" DEFAULT 'money' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_only_members_are_held_back" CHECK ("users"."role" = 'member' or "users"."access_level" = 'money');