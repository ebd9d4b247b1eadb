-- Whoever sends notifications is woken by the commit of a change, but only where somebody waits for it at once: a commit that notifies queues
-- for those of others, which partners without such an endpoint shall not pay for.

CREATE FUNCTION wake_sender() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', touched.partner_id)
  FROM (SELECT DISTINCT partner_id FROM added) touched
  WHERE EXISTS (
    SELECT FROM endpoints e WHERE e.partner_id = touched.partner_id AND e.pacing = 'real_time' AND e.switched_off_at IS NULL
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER changes_wake_sender AFTER INSERT ON changes REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION wake_sender();
--> statement-breakpoint

-- What a delivery says is fixed: whoever confirms it confirms that.
CREATE TRIGGER deliveries_stay BEFORE UPDATE OF partner_id, endpoint_id, id, invoice_ids, import_ids, body, is_test, created_at ON deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a delivery says is fixed');
--> statement-breakpoint
CREATE TRIGGER delivery_attempts_stay BEFORE UPDATE ON delivery_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what came of an attempt stays');
