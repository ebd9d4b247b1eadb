-- Households: invoices of one import that are asked for together. They have one payer, or staff joined them.

-- Requires that all members are in one import, because accounts, due days and settings belong to the import.
CREATE OR REPLACE FUNCTION require_one_import() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM invoices member JOIN invoices lead ON lead.partner_id = member.partner_id AND lead.id = NEW.lead_invoice_id
    WHERE member.partner_id = NEW.partner_id AND member.id = NEW.invoice_id AND member.import_id <> lead.import_id
  ) THEN
    RAISE EXCEPTION 'invoice % is of another import', NEW.invoice_id USING ERRCODE = 'check_violation', CONSTRAINT = 'household_of_one_import';
  END IF;
  RETURN NEW;
END $$;

-- Returns the home and last name of an invoice's customer; '' if the address does not identify a home.
CREATE OR REPLACE FUNCTION payer_home(invoice invoices) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN home = '' THEN '' ELSE home || '/' || lower(btrim(invoice.customer_last_name)) END
  FROM (
    SELECT home_of(
      coalesce(nullif(invoice.customer_country_code, ''), (SELECT c.country_code::text FROM companies c WHERE c.partner_id = invoice.partner_id AND c.id = invoice.company_id)),
      invoice.customer_zipcode, invoice.customer_address1, invoice.customer_house_number, invoice.customer_house_number_extension) AS home
  ) AS address
$$;

-- Returns the e-mail address of each member's payer: the customer's own address; without one, the only address among members with the same
-- direct-debit account or the same home; '' if there is none, or more than one. Members that staff joined are compared only with each
-- other. Members with the same address have the same payer (decision 0118). `of_household`: the id of the leading invoice.
CREATE OR REPLACE FUNCTION household_payers(of_partner text, of_household text) RETURNS TABLE (invoice_id text, email text) LANGUAGE sql STABLE AS $$
  WITH members AS MATERIALIZED (
    SELECT m.invoice_id, m.is_by_hand, customer_key(i.customer_email, '') AS email, coalesce(i.direct_debit_iban, '') AS iban, payer_home(i) AS home
    FROM household_members m JOIN invoices i ON i.partner_id = m.partner_id AND i.id = m.invoice_id
    WHERE m.partner_id = of_partner AND m.lead_invoice_id = of_household
  )
  SELECT m.invoice_id, coalesce(nullif(m.email, ''), (
    SELECT min(o.email) FROM members o
    WHERE o.is_by_hand = m.is_by_hand AND o.email <> '' AND (m.iban <> '' AND o.iban = m.iban OR m.home <> '' AND o.home = m.home)
    HAVING count(DISTINCT o.email) = 1
  ), '')
  FROM members m
$$;

-- Returns members of a household who have another payer. Either their e-mail address differs from the household's address, or they have no
-- address and share neither account nor home with a member who has the household's. The household's address is the address of most members;
-- in a tie, of members other than `changed`, then of the member recorded first. Leaves out members that staff joined, and the last member
-- if staff joined all others.
CREATE OR REPLACE FUNCTION strangers_in_household(of_partner text, of_household text, changed text) RETURNS text[] LANGUAGE sql STABLE AS $$
  WITH members AS MATERIALIZED (
    SELECT m.invoice_id, i.invoice_number, customer_key(i.customer_email, '') AS email, coalesce(i.direct_debit_iban, '') AS iban, payer_home(i) AS home
    FROM household_members m JOIN invoices i ON i.partner_id = m.partner_id AND i.id = m.invoice_id
    WHERE m.partner_id = of_partner AND m.lead_invoice_id = of_household AND NOT m.is_by_hand
  ), shared AS (
    SELECT * FROM members o WHERE o.email = (
      SELECT email FROM members WHERE email <> '' GROUP BY email
      ORDER BY count(*) DESC, bool_and(invoice_id = changed), min(invoice_number) LIMIT 1
    )
  )
  SELECT array_agg(m.invoice_id) FROM members m
  WHERE (SELECT count(*) FROM members) > 1 AND m.invoice_id NOT IN (SELECT invoice_id FROM shared)
    AND (m.email <> '' OR NOT EXISTS (SELECT FROM shared s WHERE m.iban <> '' AND s.iban = m.iban OR m.home <> '' AND s.home = m.home))
$$;

-- Removes invoices from their households, and records when and why. The others stay together, led by the first of them; if only one is
-- left, it leaves as `left_alone`. Locks the households' rows. Callers that also lock invoices must lock the invoices first.
CREATE OR REPLACE FUNCTION leave_household(of_partner text, leaving text[], because departure_reason) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  household text;
  staying text[];
BEGIN
  LOOP
    SELECT lead_invoice_id INTO household FROM household_members WHERE partner_id = of_partner AND invoice_id = ANY (leaving) ORDER BY 1 LIMIT 1;
    EXIT WHEN NOT FOUND;
    PERFORM FROM household_members WHERE partner_id = of_partner AND lead_invoice_id = household ORDER BY invoice_id FOR UPDATE;
    staying := ARRAY(
      SELECT m.invoice_id FROM household_members m JOIN invoices i ON i.partner_id = m.partner_id AND i.id = m.invoice_id
      WHERE m.partner_id = of_partner AND m.lead_invoice_id = household AND NOT m.invoice_id = ANY (leaving) ORDER BY i.invoice_number
    );
    WITH gone AS (
      DELETE FROM household_members m
      WHERE m.partner_id = of_partner AND m.lead_invoice_id = household AND (m.invoice_id = ANY (leaving) OR cardinality(staying) = 1)
      RETURNING m.invoice_id
    ), recorded AS (
      INSERT INTO household_departures (partner_id, invoice_id, lead_invoice_id, reason, left_at)
      SELECT p.id, g.invoice_id, household, CASE WHEN g.invoice_id = ANY (leaving) THEN because ELSE 'left_alone' END,
        now() + p.clock_offset_ms * interval '1 millisecond'
      FROM gone g JOIN partners p ON p.id = of_partner
    )
    INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
    SELECT of_partner, 'invoice', invoice_id, 'household_left', change_actor(), change_request() FROM gone;
    UPDATE household_members SET lead_invoice_id = staying[1]
    WHERE partner_id = of_partner AND lead_invoice_id = household AND staying[1] <> household;
  END LOOP;
END $$;

-- Marks the figures of the companies of new or changed members for computation, because a household's mail also asks members without an
-- address of their own, who then no longer count as not asked. Adds no row to `changes`.
CREATE OR REPLACE FUNCTION move_figures_by_household() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM move_figures_of(moved.partner_id, moved.company_id)
  FROM (
    SELECT DISTINCT i.partner_id, i.company_id FROM joined j JOIN invoices i ON i.partner_id = j.partner_id AND i.id = j.invoice_id
  ) moved;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER household_members_move_figures AFTER INSERT ON household_members
  REFERENCING NEW TABLE AS joined
  FOR EACH STATEMENT EXECUTE FUNCTION move_figures_by_household();

CREATE OR REPLACE TRIGGER household_members_move_figures_again AFTER UPDATE ON household_members
  REFERENCING NEW TABLE AS joined
  FOR EACH STATEMENT EXECUTE FUNCTION move_figures_by_household();

CREATE OR REPLACE TRIGGER household_members_of_one_import BEFORE INSERT OR UPDATE ON household_members
  FOR EACH ROW EXECUTE FUNCTION require_one_import();

-- Queues the payments at the desk for ranking when members join or leave, because one transfer can pay a household.
CREATE OR REPLACE FUNCTION rank_payments_of_households() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM rank_desk_of(touched.partner_id) FROM (SELECT DISTINCT partner_id FROM members) touched;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER household_members_added_rank AFTER INSERT ON household_members
  REFERENCING NEW TABLE AS members
  FOR EACH STATEMENT EXECUTE FUNCTION rank_payments_of_households();

CREATE OR REPLACE TRIGGER household_members_removed_rank AFTER DELETE ON household_members
  REFERENCING OLD TABLE AS members
  FOR EACH STATEMENT EXECUTE FUNCTION rank_payments_of_households();
