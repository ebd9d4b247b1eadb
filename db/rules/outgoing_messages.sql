-- Outgoing messages keep their identity, and stay ended once they have ended.

-- The identity of a message never changes, and an ended message stays ended. A person can have a refused or unknown message sent again, and
-- state that the announcement of a direct debit did not arrive.
CREATE OR REPLACE FUNCTION keep_outgoing_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.partner_id, NEW.id, NEW.invoice_id, NEW.kind, NEW.round, NEW.ticket_id, NEW.created_at)
    IS DISTINCT FROM (OLD.partner_id, OLD.id, OLD.invoice_id, OLD.kind, OLD.round, OLD.ticket_id, OLD.created_at) THEN
    RAISE EXCEPTION 'the identity of a message never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  IF is_erasing() THEN
    RETURN NEW;
  END IF;
  IF OLD.state IN ('refused', 'unknown') AND NEW.state = 'waiting' AND change_actor() LIKE 'person:%' THEN
    RETURN NEW;
  END IF;
  IF OLD.kind IN ('debit_announced', 'instalments_agreed') AND OLD.state IN ('sent', 'unknown') AND NEW.state = 'refused' AND change_actor() LIKE 'person:%' THEN
    RETURN NEW;
  END IF;
  IF OLD.state NOT IN ('waiting', 'handing_over') THEN
    RAISE EXCEPTION 'a message that is % stays so', OLD.state USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Removes the messages that were added only to be included in the mail of another message (`carrying`), after that mail was not sent. They
-- were never waiting, so no sender has claimed them. Their invoices are due immediately, because their plans may have counted on the
-- messages. The application may delete no other message.
CREATE OR REPLACE FUNCTION remove_added_messages(of_partner text, carrying text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH removed AS (
    DELETE FROM outgoing_messages o
    WHERE o.partner_id = of_partner AND o.carried_by = carrying AND o.state = 'handing_over' AND o.attempts = 0
      AND EXISTS (SELECT FROM outgoing_messages m WHERE m.partner_id = of_partner AND m.id = carrying AND m.state <> 'handing_over')
    RETURNING o.invoice_id
  )
  UPDATE collections c SET next_at = '-infinity' FROM removed WHERE c.partner_id = of_partner AND c.invoice_id = removed.invoice_id;
$$;
REVOKE ALL ON FUNCTION remove_added_messages(text, text) FROM PUBLIC;

-- Records that a person had a message sent again.
CREATE OR REPLACE FUNCTION record_message_sent_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (NEW.partner_id, 'invoice', NEW.invoice_id, 'message_sent_again', change_actor(), change_request());
  RETURN NULL;
END $$;

-- Records that a part of a plan of instalments became due or was missed: `part_due`, `part_missed`. The queued message is the proof of both
-- (`stateOfPart`, server/billing/collection/planned-instalments.ts).
CREATE OR REPLACE FUNCTION record_part_of_plan() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changes (partner_id, record, record_id, kind, actor, request_id)
  VALUES (NEW.partner_id, 'invoice', NEW.invoice_id, NEW.kind, change_actor(), change_request());
  RETURN NULL;
END $$;

-- Marks a company's figures for computation if an invoice becomes "not asked" or stops being so. Writes no row in `changes`. Runs at
-- commit, when all other locks are held. The cases, all of a request or reminder:
--   * It was refused.
--   * It was refused, and is sent again.
--   * It was sent after an earlier one was refused.
--   * It was sent in a household's mail, which also reaches a customer without an address.
CREATE OR REPLACE FUNCTION move_figures_by_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM move_figures_of(i.partner_id, i.company_id)
  FROM invoices i
  WHERE i.partner_id = NEW.partner_id AND i.id = NEW.invoice_id
    AND ('refused' IN (OLD.state, NEW.state) OR coalesce(btrim(i.customer_email), '') = '' OR EXISTS (
      SELECT FROM outgoing_messages r WHERE r.partner_id = NEW.partner_id AND r.invoice_id = NEW.invoice_id AND r.state = 'refused'));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outgoing_messages_are_news AFTER UPDATE OF state ON outgoing_messages
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state = 'refused') EXECUTE FUNCTION note_news('not_delivered');

CREATE OR REPLACE TRIGGER outgoing_messages_go_forward BEFORE UPDATE ON outgoing_messages
  FOR EACH ROW EXECUTE FUNCTION keep_outgoing_message();

CREATE OR REPLACE TRIGGER outgoing_messages_keep_to_instalments BEFORE INSERT ON outgoing_messages
  FOR EACH ROW WHEN (NEW.kind IN ('request1', 'request2', 'reminder1', 'reminder2', 'reminder3', 'late_payment_fee_soon'))
  EXECUTE FUNCTION refuse_beside_instalments();

CREATE OR REPLACE TRIGGER outgoing_messages_leave_by_instalments BEFORE UPDATE OF state ON outgoing_messages
  FOR EACH ROW WHEN (OLD.state = 'waiting' AND NEW.state = 'handing_over'
    AND NEW.kind IN ('request1', 'request2', 'reminder1', 'reminder2', 'reminder3', 'late_payment_fee_soon'))
  EXECUTE FUNCTION refuse_beside_instalments();

DROP TRIGGER IF EXISTS outgoing_messages_move_figures ON outgoing_messages;
CREATE CONSTRAINT TRIGGER outgoing_messages_move_figures AFTER UPDATE OF state ON outgoing_messages
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    OLD.state IS DISTINCT FROM NEW.state AND NEW.ticket_id IS NULL AND NEW.about_id IS NULL
    AND ('refused' IN (OLD.state, NEW.state) OR NEW.state IN ('sent', 'unknown'))
  ) EXECUTE FUNCTION move_figures_by_message();

CREATE OR REPLACE TRIGGER outgoing_messages_sent_again AFTER UPDATE OF state ON outgoing_messages
  FOR EACH ROW WHEN (OLD.state IN ('refused', 'unknown') AND NEW.state = 'waiting') EXECUTE FUNCTION record_message_sent_again();

-- Compared as text, because the kinds may have been added to the enumeration in the same transaction.
CREATE OR REPLACE TRIGGER outgoing_messages_tell_of_parts AFTER INSERT ON outgoing_messages
  FOR EACH ROW WHEN (NEW.kind::text IN ('part_due', 'part_missed')) EXECUTE FUNCTION record_part_of_plan();
