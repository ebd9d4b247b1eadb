-- The history of sandboxes' clocks is insert-only.

CREATE OR REPLACE TRIGGER clock_moves_insert_only BEFORE DELETE OR UPDATE OR TRUNCATE ON clock_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('where a clock stood stays in its past');
