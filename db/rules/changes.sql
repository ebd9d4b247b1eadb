-- The table of changes is insert-only, and new rows wake the sender of notifications.

-- Announces committed changes to the sender, if the partner has an enabled real-time endpoint (`server/process/keep-notifying.ts`).
CREATE OR REPLACE FUNCTION wake_sender() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('changes', touched.partner_id)
  FROM (SELECT DISTINCT partner_id FROM added) touched
  WHERE EXISTS (
    SELECT FROM endpoints e WHERE e.partner_id = touched.partner_id AND e.pacing = 'real_time' AND e.switched_off_at IS NULL
  );
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER changes_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('the table of changes is insert-only');

CREATE OR REPLACE TRIGGER changes_wake_sender AFTER INSERT ON changes
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION wake_sender();
