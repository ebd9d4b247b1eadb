ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_scopes_known";--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_scopes_known" CHECK ("api_keys"."scopes" <@ array['read', 'write', 'money', 'bank'] and "api_keys"."scopes" <> '{}');--> statement-breakpoint
-- Statements were part of money. Keys that had it keep them.
UPDATE "api_keys" SET "scopes" = "scopes" || '{bank}' WHERE 'money' = ANY("scopes");
