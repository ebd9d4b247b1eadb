-- Who changed how money is collected, and when: of a company's next imports, and of one import. Copies that the database makes itself are no changes.
CREATE FUNCTION record_settings_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    NEW.partner_id,
    TG_ARGV[0]::changed_record,
    to_jsonb(NEW) ->> (TG_ARGV[0] || '_id'),
    'settings_updated',
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER company_settings_recorded AFTER UPDATE ON company_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_settings_change('company');
--> statement-breakpoint
CREATE TRIGGER import_settings_recorded AFTER UPDATE ON import_settings
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_settings_change('import');
