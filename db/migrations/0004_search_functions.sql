-- What the portal's list of invoices is searched and sorted by. The bodies call nothing but Postgres's own functions: whoever restores a dump
-- has no search path.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint

-- Lower case without accents, so that "muller" finds "Müller", in any database's collation.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) = char_length(given) THEN
    RETURN lower(given);
  END IF;
  RETURN lower(replace(replace(replace(replace(replace(replace(translate(
    regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g'),
    'øØłŁđĐıħĦ‘’ʼ‐–—', 'oOlLdDihH''''''---'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'));
END $$;
--> statement-breakpoint

-- What the fields say, one after the other. Postgres's own functions for it are declared to depend on settings, because of types other than text.
CREATE FUNCTION joined_fields(VARIADIC fields text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN array_to_string(fields, ' ');
END $$;
--> statement-breakpoint

-- The customer in one line: server/invoices/format-customer-name.ts says the same to people.
CREATE FUNCTION customer_name(organization text, prefix text, first_name text, infix text, last_name text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN coalesce(
    nullif(btrim(organization), ''),
    concat_ws(' ', coalesce(nullif(btrim(first_name), ''), nullif(btrim(prefix), '')), nullif(btrim(infix), ''), nullif(btrim(last_name), ''))
  );
END $$;
