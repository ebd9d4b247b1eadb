CREATE TYPE "public"."departure_reason" AS ENUM('payer_changed', 'link_replaced', 'by_hand', 'left_alone', 'erased', 'upgraded');--> statement-breakpoint
CREATE TABLE "household_departures" (
	"partner_id" text collate "C" NOT NULL,
	"recorded_order" bigint GENERATED ALWAYS AS IDENTITY (sequence name "household_departures_recorded_order_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" text collate "C" NOT NULL,
	"lead_invoice_id" text collate "C" NOT NULL,
	"reason" "departure_reason" NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "household_departures_partner_id_invoice_id_recorded_order_pk" PRIMARY KEY("partner_id","invoice_id","recorded_order")
);
--> statement-breakpoint
CREATE TABLE "household_exposures" (
	"partner_id" text collate "C" NOT NULL,
	"lead_invoice_id" text collate "C" NOT NULL,
	"invoice_id" text collate "C" NOT NULL,
	"email" text,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "household_exposures_partner_id_lead_invoice_id_invoice_id_pk" PRIMARY KEY("partner_id","lead_invoice_id","invoice_id"),
	CONSTRAINT "household_exposures_email_folded" CHECK ("household_exposures"."email" = lower(btrim("household_exposures"."email")) and "household_exposures"."email" <> '')
);
--> statement-breakpoint
ALTER TABLE "household_members" DROP CONSTRAINT "household_members_of_lead";
--> statement-breakpoint
ALTER TABLE "household_members" ADD COLUMN "is_by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "household_exposures" ADD CONSTRAINT "household_exposures_of_invoice" FOREIGN KEY ("partner_id","invoice_id") REFERENCES "public"."invoices"("partner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE upgraded_members AS
WITH members AS (
  SELECT m.partner_id, m.lead_invoice_id, m.invoice_id, m.joined_at, i.invoice_number, lower(btrim(coalesce(i.customer_email, ''))) AS email,
    coalesce(i.direct_debit_iban, '') AS iban,
    CASE
      WHEN postcode = '' THEN ''
      WHEN place = 'nl' AND house <> '' THEN place || '/' || postcode || '/' || house || '/' || door || '/' || lower(btrim(i.customer_last_name))
      WHEN way <> '' AND (house <> '' OR way ~ '[0-9]') THEN place || '/' || postcode || '/' || btrim(way || ' ' || house) || '/' || door || '/' || lower(btrim(i.customer_last_name))
      ELSE '' END AS home
  FROM household_members m
  JOIN invoices i ON i.partner_id = m.partner_id AND i.id = m.invoice_id
  JOIN companies c ON c.partner_id = i.partner_id AND c.id = i.company_id
  CROSS JOIN LATERAL (
    SELECT lower(coalesce(nullif(i.customer_country_code, ''), c.country_code::text)) AS place, lower(replace(coalesce(i.customer_zipcode, ''), ' ', '')) AS postcode,
      lower(btrim(regexp_replace(coalesce(i.customer_address1, ''), ' +', ' ', 'g'))) AS way, lower(btrim(coalesce(i.customer_house_number, ''))) AS house,
      lower(btrim(coalesce(i.customer_house_number_extension, ''))) AS door
  ) AS parts
), houses AS (
  SELECT DISTINCT ON (partner_id, lead_invoice_id) partner_id, lead_invoice_id, email
  FROM (
    SELECT partner_id, lead_invoice_id, email, count(*) AS members, min(invoice_number) AS first FROM members WHERE email <> '' GROUP BY partner_id, lead_invoice_id, email
  ) addresses
  ORDER BY partner_id, lead_invoice_id, members DESC, first
)
SELECT m.partner_id, m.lead_invoice_id, m.invoice_id, m.joined_at, m.invoice_number, m.email,
  coalesce(m.email = h.email OR m.email = '' AND EXISTS (
    SELECT FROM members o
    WHERE o.partner_id = m.partner_id AND o.lead_invoice_id = m.lead_invoice_id AND o.email = h.email
      AND (m.iban <> '' AND o.iban = m.iban OR m.home <> '' AND o.home = m.home)
  ), false) AS stays
FROM members m LEFT JOIN houses h ON h.partner_id = m.partner_id AND h.lead_invoice_id = m.lead_invoice_id;
--> statement-breakpoint
INSERT INTO household_exposures (partner_id, lead_invoice_id, invoice_id, email, joined_at, found_at)
SELECT m.partner_id, m.lead_invoice_id, m.invoice_id, nullif(m.email, ''), m.joined_at, now()
FROM upgraded_members m
WHERE EXISTS (SELECT FROM upgraded_members o WHERE o.partner_id = m.partner_id AND o.lead_invoice_id = m.lead_invoice_id AND NOT o.stays);
--> statement-breakpoint
WITH joined AS (
  SELECT e.partner_id, e.id AS event_id, invoice_id
  FROM security_events e CROSS JOIN LATERAL jsonb_array_elements_text(coalesce(e.before -> 'invoices', e.after -> 'invoices')) AS named (invoice_id)
  WHERE e.kind = 'household_changed'
), named AS (
  SELECT j.partner_id, j.event_id, j.invoice_id, i.invoice_number, lower(btrim(coalesce(i.customer_email, ''))) AS email, m.transmitted_at
  FROM joined j
  JOIN invoices i ON i.partner_id = j.partner_id AND i.id = j.invoice_id
  JOIN imports m ON m.partner_id = i.partner_id AND m.id = i.import_id
), apart AS (
  SELECT partner_id, event_id, (array_agg(invoice_id ORDER BY invoice_number))[1] AS lead_invoice_id
  FROM named GROUP BY partner_id, event_id HAVING count(DISTINCT email) > 1
)
INSERT INTO household_exposures (partner_id, lead_invoice_id, invoice_id, email, joined_at, found_at)
SELECT DISTINCT n.partner_id, a.lead_invoice_id, n.invoice_id, nullif(n.email, ''), n.transmitted_at, now()
FROM apart a JOIN named n ON n.partner_id = a.partner_id AND n.event_id = a.event_id
ON CONFLICT DO NOTHING;
--> statement-breakpoint
WITH remaining AS (
  SELECT partner_id, lead_invoice_id, count(*) AS members FROM upgraded_members WHERE stays GROUP BY partner_id, lead_invoice_id
), leaving AS (
  SELECT m.partner_id, m.lead_invoice_id, m.invoice_id, m.stays FROM upgraded_members m
  LEFT JOIN remaining r ON r.partner_id = m.partner_id AND r.lead_invoice_id = m.lead_invoice_id
  WHERE NOT m.stays OR r.members = 1
), gone AS (
  DELETE FROM household_members m USING leaving l WHERE m.partner_id = l.partner_id AND m.invoice_id = l.invoice_id
), told AS (
  INSERT INTO changes (partner_id, record, record_id, kind, actor)
  SELECT partner_id, 'invoice', invoice_id, 'household_left', 'system' FROM leaving
)
INSERT INTO household_departures (partner_id, invoice_id, lead_invoice_id, reason, left_at)
SELECT l.partner_id, l.invoice_id, l.lead_invoice_id, CASE WHEN l.stays THEN 'left_alone' ELSE 'upgraded' END::departure_reason,
  now() + p.clock_offset_ms * interval '1 millisecond'
FROM leaving l JOIN partners p ON p.id = l.partner_id;
--> statement-breakpoint
UPDATE household_members m SET lead_invoice_id = next.invoice_id
FROM (
  SELECT DISTINCT ON (k.partner_id, k.lead_invoice_id) k.partner_id, k.lead_invoice_id, k.invoice_id
  FROM household_members k JOIN invoices i ON i.partner_id = k.partner_id AND i.id = k.invoice_id
  ORDER BY k.partner_id, k.lead_invoice_id, i.invoice_number
) next
WHERE m.partner_id = next.partner_id AND m.lead_invoice_id = next.lead_invoice_id AND next.invoice_id <> next.lead_invoice_id
  AND NOT EXISTS (SELECT FROM household_members l WHERE l.partner_id = m.partner_id AND l.invoice_id = m.lead_invoice_id);
--> statement-breakpoint
DROP TABLE upgraded_members;
