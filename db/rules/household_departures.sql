-- Departures from households are insert-only.
CREATE OR REPLACE TRIGGER household_departures_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON household_departures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('who left a household has left it');
