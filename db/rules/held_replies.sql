-- Held replies never change, and name the invoice's company.

CREATE OR REPLACE TRIGGER held_replies_of_the_invoices_company AFTER INSERT ON held_replies
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();

CREATE OR REPLACE TRIGGER held_replies_stay BEFORE UPDATE ON held_replies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a held reply is sent as it was written, or called back');
