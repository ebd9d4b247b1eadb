-- A customer's link always opens the same invoice.

-- A link keeps its invoice, its secret and the time of its first opening. Its revocation is final.
CREATE OR REPLACE FUNCTION keep_customer_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'a revoked link is final' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.partner_id, NEW.id, NEW.invoice_id, NEW.secret_hash) IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.invoice_id, OLD.secret_hash) THEN
    RAISE EXCEPTION 'a link opens one invoice by one secret' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at THEN
    RAISE EXCEPTION 'a link is opened for the first time once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Removes the invoice of a revoked link from its household, so that people who know the old link learn nothing of the invoice through the
-- other members' pages.
CREATE OR REPLACE FUNCTION leave_household_of_replaced_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM leave_household(NEW.partner_id, ARRAY[NEW.invoice_id], 'link_replaced');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER customer_links_kept BEFORE UPDATE ON customer_links
  FOR EACH ROW EXECUTE FUNCTION keep_customer_link();

CREATE OR REPLACE TRIGGER customer_links_leave_household AFTER UPDATE OF revoked_at ON customer_links
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION leave_household_of_replaced_link();
