-- Functions that the rules of several tables call.

-- Who acts, for the table of changes: the service sets it per transaction (`server/platform/transact.ts`); plain SQL is named by its role.
CREATE OR REPLACE FUNCTION change_actor() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('ics.actor', true), ''), 'database:' || session_user)
$$;

-- The id of the request that caused the transaction, if the service named one.
CREATE OR REPLACE FUNCTION change_request() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('ics.request_id', true), '')
$$;

-- Records an event of an invoice. Argument: the kind of change.
CREATE OR REPLACE FUNCTION record_invoice_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  SELECT DISTINCT partner_id, 'invoice'::changed_record, invoice_id, TG_ARGV[0], change_actor(), change_request() FROM added;
  RETURN NULL;
END $$;

-- Records a change of a company or an import. Arguments: the record, and optionally the kind of an update.
CREATE OR REPLACE FUNCTION record_row_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  touched record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (
    touched.partner_id,
    TG_ARGV[0]::changed_record,
    touched.id,
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN coalesce(TG_ARGV[1], 'updated') ELSE 'deleted' END,
    change_actor(),
    change_request()
  );
  RETURN NULL;
END $$;

-- Records a change of collection settings. Argument: the record they belong to.
CREATE OR REPLACE FUNCTION record_settings_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

-- Whether personal data is being erased: only `erase_invoices` says so, and it runs as the owner of the tables.
CREATE OR REPLACE FUNCTION is_erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('ics.erasing', true) IS NOT DISTINCT FROM 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.invoices'::regclass)
$$;

-- Refuses the statement, unless personal data is being erased. Argument: the reason.
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND is_erasing() THEN
    RETURN CASE WHEN TG_LEVEL = 'ROW' THEN NEW END;
  END IF;
  RAISE EXCEPTION '% on % is refused: %', lower(TG_OP), TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;

-- A row that names an invoice names the invoice's own company.
CREATE OR REPLACE FUNCTION refuse_foreign_company() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM invoices i WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id AND i.company_id = NEW.company_id) THEN
    RAISE EXCEPTION '% names another company than its invoice', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Rows go only together with their invoice.
CREATE OR REPLACE FUNCTION refuse_orphaned_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id) THEN
    RAISE EXCEPTION 'delete on % is refused: it goes only with its invoice', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
