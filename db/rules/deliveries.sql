-- The contents of a delivery never change.

CREATE OR REPLACE TRIGGER deliveries_stay BEFORE UPDATE OF partner_id, endpoint_id, id, invoice_ids, import_ids, body, is_test, created_at ON deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('the contents of a delivery cannot be changed');
