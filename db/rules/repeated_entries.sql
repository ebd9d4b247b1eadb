-- Repeated entries of bank statements stay on record.

CREATE OR REPLACE TRIGGER repeated_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON repeated_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('an entry is kept');
