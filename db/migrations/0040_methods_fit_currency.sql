-- Settings offered methods that their currency cannot be paid by, and Sofort, which was shut down. What fits stays; where nothing does, a usual choice.
-- Transmitted imports' settings are fixed by a rule, which looks away for this statement.
ALTER TABLE import_settings DISABLE TRIGGER USER;--> statement-breakpoint
WITH fitting (currency, fit, first) AS (
  VALUES
    ('EUR'::currency, '{ideal,bancontact,credit_card,paypal,bank_transfer,sdd}'::payment_method[], '{ideal,bancontact,credit_card,bank_transfer}'::payment_method[]),
    ('GBP', '{credit_card,paypal,bank_transfer,bacs}', '{credit_card,bank_transfer}'),
    ('CHF', '{credit_card,paypal,bank_transfer}', '{credit_card,bank_transfer}')
)
UPDATE company_settings s
SET payment_methods = coalesce((SELECT array_agg(m) FROM unnest(s.payment_methods) m WHERE m = ANY (f.fit)), f.first)
FROM companies c JOIN fitting f ON f.currency = c.currency
WHERE c.partner_id = s.partner_id AND c.id = s.company_id AND NOT s.payment_methods <@ f.fit;--> statement-breakpoint
WITH fitting (currency, fit, first) AS (
  VALUES
    ('EUR'::currency, '{ideal,bancontact,credit_card,paypal,bank_transfer,sdd}'::payment_method[], '{ideal,bancontact,credit_card,bank_transfer}'::payment_method[]),
    ('GBP', '{credit_card,paypal,bank_transfer,bacs}', '{credit_card,bank_transfer}'),
    ('CHF', '{credit_card,paypal,bank_transfer}', '{credit_card,bank_transfer}')
)
UPDATE import_settings s
SET payment_methods = coalesce((SELECT array_agg(m) FROM unnest(s.payment_methods) m WHERE m = ANY (f.fit)), f.first)
FROM imports i JOIN companies c ON c.partner_id = i.partner_id AND c.id = i.company_id JOIN fitting f ON f.currency = c.currency
WHERE i.partner_id = s.partner_id AND i.id = s.import_id AND NOT s.payment_methods <@ f.fit;--> statement-breakpoint
ALTER TABLE import_settings ENABLE TRIGGER USER;
