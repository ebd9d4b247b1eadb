-- Archivings name the invoice's company.

CREATE OR REPLACE TRIGGER archivings_of_the_invoices_company AFTER INSERT ON archivings
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
