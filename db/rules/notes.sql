-- Internal notes never change.

CREATE OR REPLACE TRIGGER notes_kept AFTER DELETE ON notes
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();

CREATE OR REPLACE TRIGGER notes_of_the_invoices_company AFTER INSERT ON notes
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();

CREATE OR REPLACE TRIGGER notes_stay BEFORE UPDATE ON notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a note stays as it was written');
