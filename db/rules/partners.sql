-- A partner never becomes a sandbox or stops being one, and a sandbox's clock only moves forward.

-- Records each move of a sandbox's clock, so that past events keep their dates.
CREATE OR REPLACE FUNCTION record_clock_move() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO clock_moves (partner_id, moved_at, clock_offset_ms) VALUES (NEW.id, clock_timestamp(), NEW.clock_offset_ms);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER partners_clock_goes_forward BEFORE UPDATE OF clock_offset_ms ON partners
  FOR EACH ROW WHEN (NEW.clock_offset_ms < OLD.clock_offset_ms) EXECUTE FUNCTION refuse('a clock goes forward');

CREATE OR REPLACE TRIGGER partners_clock_moves_recorded AFTER UPDATE OF clock_offset_ms ON partners
  FOR EACH ROW WHEN (OLD.clock_offset_ms <> NEW.clock_offset_ms) EXECUTE FUNCTION record_clock_move();

CREATE OR REPLACE TRIGGER partners_stay_what_they_are BEFORE UPDATE OF is_sandbox ON partners
  FOR EACH ROW WHEN (OLD.is_sandbox IS DISTINCT FROM NEW.is_sandbox) EXECUTE FUNCTION refuse('whether a partner is a sandbox never changes');
