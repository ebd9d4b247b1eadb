-- Returns the key of a name's longest word, equal for all its spellings; null for a name without a word. The name is folded by
-- `fold_for_search`. Same as `nameKey` (server/domain/words/name-key.ts). The body calls only Postgres' own functions, because a restored dump has no search path.
CREATE FUNCTION name_key(folded text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  longest text := folded;
BEGIN
  IF folded !~ '^[a-z]+$' THEN
    SELECT word INTO longest
    FROM regexp_split_to_table(folded, '[\x01-/:-@[-`{-\u00bf\u00d7\u00f7\u2000-\u206f]+') WITH ORDINALITY written (word, place)
    WHERE word <> '' ORDER BY length(word) DESC, place LIMIT 1;
  END IF;
  RETURN regexp_replace(regexp_replace(longest, 'a+', 'a', 'g'), '([aou])e+', '\1', 'g');
END $$;
--> statement-breakpoint
CREATE INDEX "bank_transactions_at_desk_by_account" ON "bank_transactions" USING btree ("partner_id","iban") WHERE state not in ('new', 'booked', 'to_return', 'noted', 'returned');--> statement-breakpoint
CREATE INDEX "invoices_owing_by_last_name" ON "invoices" USING btree ("partner_id","company_id",name_key(fold_for_search(customer_last_name)),"amount_total_cents","invoice_number") WHERE amount_total_cents > 0 and retracted_at is null;--> statement-breakpoint
CREATE INDEX "invoices_owing_by_organization" ON "invoices" USING btree ("partner_id","company_id",name_key(fold_for_search(customer_organization)),"amount_total_cents","invoice_number") WHERE amount_total_cents > 0 and retracted_at is null and customer_organization <> '';--> statement-breakpoint
CREATE INDEX "invoices_owing_by_debit_account" ON "invoices" USING btree ("partner_id","company_id","direct_debit_iban","amount_total_cents","invoice_number") WHERE amount_total_cents > 0 and retracted_at is null and direct_debit_iban <> '';