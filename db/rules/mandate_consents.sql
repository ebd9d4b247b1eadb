-- What a payer agreed to is kept unchanged, as long as the mandate.

CREATE OR REPLACE TRIGGER mandate_consents_kept AFTER DELETE ON mandate_consents
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal_beside_mandate();

CREATE OR REPLACE TRIGGER mandate_consents_stay BEFORE UPDATE OR TRUNCATE ON mandate_consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse('what a payer agreed to is kept');
