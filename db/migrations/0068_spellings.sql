-- As it was: lower case without accents. And beside it, for words with ä, æ, å, ö, ø, œ or ü, their other spellings with plain letters, so that "mueller" finds "Müller":
-- `server/domain/spellings.ts` says the same. The body calls nothing but Postgres's own functions: a restored dump has no search path.
CREATE OR REPLACE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  plain text;
  special text;
BEGIN
  IF octet_length(given) = char_length(given) THEN
    RETURN lower(given);
  END IF;
  plain := lower(replace(replace(replace(replace(replace(replace(translate(
    regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'),
    'øØłŁđĐıħĦ‘’ʼ‐–—', 'oOlLdDihH''''''---'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'));
  special := translate(normalize(given, NFC), 'ÄÆÅÖØŒÜ', 'äæåöøœü');
  IF special !~ '[äæåöøœü]' THEN
    RETURN plain;
  END IF;
  RETURN concat_ws(' ', plain, (
    SELECT string_agg(DISTINCT spelled.word, ' ')
    FROM regexp_split_to_table(special, '\s+') written (word)
    CROSS JOIN (VALUES ('a', 'a', 'o', 'u'), ('ae', 'ae', 'oe', 'ue'), ('ae', 'aa', 'oe', 'ue'), ('ae', 'a', 'oe', 'ue'), ('aa', 'aa', 'oe', 'ue')) way (a, ring, o, u)
    CROSS JOIN LATERAL (SELECT lower(replace(replace(translate(regexp_replace(normalize(
      regexp_replace(regexp_replace(regexp_replace(replace(written.word, 'å', way.ring), '[äæ]', way.a, 'g'), '[öøœ]', way.o, 'g'), 'ü', way.u, 'g'),
      NFKD), '[\u0300-\u036f]', '', 'g'), 'łŁđĐıħĦ‘’ʼ‐–—', 'lLdDihH''''''---'), 'ß', 'ss'), 'ẞ', 'ss')) AS word) spelled
    WHERE written.word ~ '[äæåöøœü]' AND spelled.word <> ALL (regexp_split_to_array(plain, '\s+'))
  ));
END $$;
--> statement-breakpoint
-- Postgres calculates a generated column again only where a column that it is made from is written. Nothing else changes, so nothing is recorded.
UPDATE invoices SET customer_last_name = customer_last_name, search_text = DEFAULT WHERE search_text <> left(fold_for_search(joined_fields(customer_name(customer_organization, customer_prefix, customer_first_name, customer_infix, customer_last_name), external_invoice_number, invoice_number::text, customer_email, direct_debit_iban, reference, federation_membership_number, club_membership_number, member_external_id, external_membership_number, customer_prefix, case when customer_organization <> '' then customer_name(null, null, customer_first_name, customer_infix, customer_last_name) end)), 600);
