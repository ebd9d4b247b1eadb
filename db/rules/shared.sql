-- Functions that the rules of several tables call.

-- Returns the actor for the table of changes. The service sets it in each transaction (`server/platform/transact.ts`); for plain SQL, it is
-- the database role.
CREATE OR REPLACE FUNCTION change_actor() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('ics.actor', true), ''), 'database:' || session_user)
$$;

-- Returns the id of the request that caused the transaction; null if the service set none.
CREATE OR REPLACE FUNCTION change_request() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('ics.request_id', true), '')
$$;

-- Records an event of the invoices of the added rows (transition table `added`), once for each invoice. Argument: the kind of change.
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

-- Records a change of collection settings. Argument: the kind of record to which they belong.
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

-- Returns the payment methods for a currency, like `methodsIn` (server/domain/rules/payment-methods.ts).
CREATE OR REPLACE FUNCTION methods_in(of_currency currency) RETURNS payment_method[] LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT CASE of_currency
    WHEN 'EUR' THEN '{ideal,bancontact,credit_card,paypal,bank_transfer,sdd}'::payment_method[]
    WHEN 'GBP' THEN '{credit_card,paypal,bank_transfer,bacs}'::payment_method[]
    ELSE '{credit_card,paypal,bank_transfer}'::payment_method[]
  END
$$;

-- Returns the initial methods of a company: without direct debit, which needs a mandate, and without PayPal.
CREATE OR REPLACE FUNCTION first_methods_in(of_currency currency) RETURNS payment_method[] LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT array_agg(method ORDER BY place) FROM unnest(methods_in(of_currency)) WITH ORDINALITY AS m(method, place)
  WHERE method NOT IN ('sdd', 'bacs', 'paypal')
$$;

-- Returns the methods that fit the currency; if none does, the initial ones.
CREATE OR REPLACE FUNCTION fitting_methods(methods payment_method[], of_currency currency) RETURNS payment_method[]
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(
    (SELECT array_agg(method ORDER BY place) FROM unnest(methods) WITH ORDINALITY AS m(method, place) WHERE method = ANY (methods_in(of_currency))),
    first_methods_in(of_currency)
  )
$$;

-- Refuses settings with a method that does not exist for the company's currency.
CREATE OR REPLACE FUNCTION refuse_unfit_methods() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  given jsonb := to_jsonb(NEW);
  of_currency currency;
BEGIN
  SELECT c.currency INTO of_currency FROM companies c
  WHERE c.partner_id = NEW.partner_id AND c.id = coalesce(
    given ->> 'company_id',
    (SELECT i.company_id FROM imports i WHERE i.partner_id = NEW.partner_id AND i.id = given ->> 'import_id')
  );
  IF NOT NEW.payment_methods <@ methods_in(of_currency) THEN
    RAISE EXCEPTION '% cannot all be paid in %', NEW.payment_methods, of_currency
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_methods_fit';
  END IF;
  RETURN NULL;
END $$;

-- Returns whether personal data is being erased. Only `erase_invoices` and `erase_mandates` set `ics.erasing`. Any role could, but the
-- owner of the tables is required as well, so that the setting has no effect in the application's own statements.
CREATE OR REPLACE FUNCTION is_erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('ics.erasing', true) IS NOT DISTINCT FROM 'on'
    AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'public.invoices'::regclass)
$$;

-- Refuses the statement, except an update while personal data is being erased. Argument: the reason.
CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND is_erasing() THEN
    RETURN CASE WHEN TG_LEVEL = 'ROW' THEN NEW END;
  END IF;
  RAISE EXCEPTION '% on % is refused: %', lower(TG_OP), TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'restrict_violation';
END $$;

-- Refuses a row that demands the whole balance of an invoice while a plan of instalments for it goes on: a reminder, or a late-payment fee.
-- This version writes none; an earlier one, which knows no plans, stops instead of breaking them.
CREATE OR REPLACE FUNCTION refuse_beside_instalments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM instalment_plans plan JOIN invoices i ON i.partner_id = plan.partner_id AND i.id = plan.invoice_id
    WHERE plan.partner_id = NEW.partner_id AND plan.invoice_id = NEW.invoice_id AND plan.ended_at IS NULL
      AND i.retracted_at IS NULL AND i.amount_total_cents > 0
  ) THEN
    RAISE EXCEPTION 'invoice % is paid in instalments: its whole balance is not demanded', NEW.invoice_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'instalment_plans_are_kept_to';
  END IF;
  RETURN NEW;
END $$;

-- Requires that a row about an invoice names the invoice's company.
CREATE OR REPLACE FUNCTION refuse_foreign_company() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM invoices i WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id AND i.company_id = NEW.company_id) THEN
    RAISE EXCEPTION '% names another company than its invoice', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;

-- Refuses to delete rows unless their invoice is deleted as well.
CREATE OR REPLACE FUNCTION refuse_orphaned_removal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r JOIN invoices i ON i.partner_id = r.partner_id AND i.id = r.invoice_id) THEN
    RAISE EXCEPTION 'delete on % is refused: it goes only with its invoice', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Records news for mails to people within the transaction of the event, so that no code can forget it. Argument: the kind of news.
CREATE OR REPLACE FUNCTION note_news() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO news (partner_id, company_id, invoice_id, kind, created_at)
  SELECT i.partner_id, i.company_id, i.id, TG_ARGV[0]::news_kind, clock_timestamp()
  FROM invoices i WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id;
  RETURN NULL;
END $$;

-- Returns the key of one customer of a partner: the e-mail address in lower case; without one, the invoice's id. Same as `customerKey`
-- (server/domain/rules/customer-key.ts).
CREATE OR REPLACE FUNCTION customer_key(email text, invoice_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(lower(btrim(email)), ''), invoice_id)
$$;

-- Returns the key of a home, or an empty text if the address identifies none. In the Netherlands, postcode and house number identify a home
-- without the street. Same as `homeOf` (server/domain/rules/home.ts).
CREATE OR REPLACE FUNCTION home_of(country text, zipcode text, street text, house_number text, extension text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN postcode = '' THEN ''
    WHEN place = 'nl' AND house <> '' THEN place || '/' || postcode || '/' || house || '/' || door
    WHEN way <> '' AND (house <> '' OR way ~ '[0-9]') THEN place || '/' || postcode || '/' || btrim(way || ' ' || house) || '/' || door
    ELSE ''
  END
  FROM (
    SELECT lower(coalesce(country, '')) AS place, lower(replace(coalesce(zipcode, ''), ' ', '')) AS postcode,
      lower(btrim(regexp_replace(coalesce(street, ''), ' +', ' ', 'g'))) AS way, lower(btrim(coalesce(house_number, ''))) AS house,
      lower(btrim(coalesce(extension, ''))) AS door
  ) AS parts
$$;

-- Queues all payments at a partner's desk for ranking, if there are any.
CREATE OR REPLACE FUNCTION rank_desk_of(of_partner text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO desk_rankings (partner_id) SELECT of_partner
  WHERE EXISTS (SELECT FROM bank_transactions t WHERE t.partner_id = of_partner AND t.state IN ('open', 'later', 'waiting') AND t.amount_cents > 0)
$$;

-- Marks a company's figures for computation, without a row in `changes`. Waits for first figures that are not committed yet. For a company
-- without figures, adds a row that states they were never computed.
CREATE OR REPLACE FUNCTION move_figures_of(of_partner text, of_company text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO rollup_states AS s (partner_id, company_id, computed_at, complete_before, moved_in)
  VALUES (of_partner, of_company, statement_timestamp(), '0', pg_current_xact_id())
  ON CONFLICT (partner_id, company_id) DO UPDATE SET moved_in = excluded.moved_in WHERE s.moved_in IS DISTINCT FROM excluded.moved_in
$$;
