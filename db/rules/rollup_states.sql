-- Figures that move without a row in `changes`: no message has reached a customer, or one has by now. Their companies are summed again at the next refresh.

-- At commit, when all other locks are held: the message of the plan that tells whether the customer was asked has been refused, is sent again, or has left after another was refused.
CREATE OR REPLACE FUNCTION move_figures_by_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE rollup_states s SET moved_in = pg_current_xact_id()
  FROM invoices i
  WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id AND s.partner_id = i.partner_id AND s.company_id = i.company_id
    AND s.moved_in IS DISTINCT FROM pg_current_xact_id()
    AND ('refused' IN (OLD.state, NEW.state) OR EXISTS (
      SELECT FROM outgoing_messages r WHERE r.partner_id = NEW.partner_id AND r.invoice_id = NEW.invoice_id AND r.state = 'refused'));
  RETURN NULL;
END $$;

-- Members without an address of their own are asked by the household's mail.
CREATE OR REPLACE FUNCTION move_figures_by_household() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE rollup_states s SET moved_in = pg_current_xact_id()
  FROM (
    SELECT DISTINCT i.partner_id, i.company_id FROM joined j JOIN invoices i ON i.partner_id = j.partner_id AND i.id = j.invoice_id
  ) moved
  WHERE s.partner_id = moved.partner_id AND s.company_id = moved.company_id AND s.moved_in IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER household_members_move_figures AFTER INSERT ON household_members
  REFERENCING NEW TABLE AS joined
  FOR EACH STATEMENT EXECUTE FUNCTION move_figures_by_household();

DROP TRIGGER IF EXISTS outgoing_messages_move_figures ON outgoing_messages;
CREATE CONSTRAINT TRIGGER outgoing_messages_move_figures AFTER UPDATE OF state ON outgoing_messages
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    OLD.state IS DISTINCT FROM NEW.state AND NEW.ticket_id IS NULL AND NEW.about_id IS NULL
    AND ('refused' IN (OLD.state, NEW.state) OR NEW.state IN ('sent', 'unknown'))
  ) EXECUTE FUNCTION move_figures_by_message();
