-- What was said in a conversation, to the customer or among staff, stays as it was said and belongs to its invoice's company.

CREATE TRIGGER tickets_author_stays BEFORE UPDATE OF author_id ON tickets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('only the status of a ticket changes');
--> statement-breakpoint
CREATE TRIGGER notes_stay BEFORE UPDATE ON notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a note stays as it was written');
--> statement-breakpoint
CREATE TRIGGER notes_kept AFTER DELETE ON notes REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_orphaned_removal();
--> statement-breakpoint
CREATE TRIGGER notes_of_the_invoices_company AFTER INSERT ON notes
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
--> statement-breakpoint
CREATE TRIGGER held_replies_of_the_invoices_company AFTER INSERT ON held_replies
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
--> statement-breakpoint
CREATE TRIGGER held_replies_stay BEFORE UPDATE ON held_replies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a held reply is sent as it was written, or called back');
--> statement-breakpoint
CREATE TRIGGER archivings_of_the_invoices_company AFTER INSERT ON archivings
  FOR EACH ROW EXECUTE FUNCTION refuse_foreign_company();
