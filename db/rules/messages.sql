-- Messages to customers stay on record, and are recorded as changes.

CREATE OR REPLACE TRIGGER messages_added AFTER INSERT ON messages
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_invoice_event('message_added');

CREATE OR REPLACE TRIGGER messages_kept AFTER DELETE ON messages
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();

CREATE OR REPLACE TRIGGER messages_stay BEFORE UPDATE ON messages
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what was sent was sent');
