ALTER TABLE "partners" ADD COLUMN "clock_target_ms" bigint;--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_clock_walks_forward" CHECK ("partners"."clock_target_ms" is null or ("partners"."is_sandbox" and "partners"."clock_target_ms" > "partners"."clock_offset_ms"));--> statement-breakpoint

-- Nobody's real books become play, and no play becomes real books. What has happened in a sandbox stays in its past.
CREATE TRIGGER partners_stay_what_they_are BEFORE UPDATE OF is_sandbox ON partners
  FOR EACH ROW WHEN (OLD.is_sandbox IS DISTINCT FROM NEW.is_sandbox) EXECUTE FUNCTION refuse('whether a partner is a sandbox never changes');
--> statement-breakpoint
CREATE TRIGGER partners_clock_goes_forward BEFORE UPDATE OF clock_offset_ms ON partners
  FOR EACH ROW WHEN (NEW.clock_offset_ms < OLD.clock_offset_ms) EXECUTE FUNCTION refuse('a clock goes forward');
