-- Security events are insert-only.
CREATE OR REPLACE TRIGGER security_events_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON security_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('security events are insert-only');
