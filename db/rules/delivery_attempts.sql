-- Attempts to deliver never change.

CREATE OR REPLACE TRIGGER delivery_attempts_stay BEFORE UPDATE ON delivery_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what came of an attempt stays');
