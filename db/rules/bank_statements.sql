-- Bank statements stay on record.

CREATE OR REPLACE TRIGGER bank_statements_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('a statement is kept');
