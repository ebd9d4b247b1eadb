import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { only } from "@/db/rows";
import { people } from "@/server/demo/people";
import { BENCH_ID_SQL, benchId } from "./data";
import { say } from "./report";

/** Number of partners. Invoice n belongs to partner n mod 10, so that no partner's rows are adjacent in the table. */
export const PARTNERS = 10;
const COMPANIES_OF_PARTNER = 8;
const IMPORTS_OF_PARTNER = 200;

/** The partner whose list is measured. */
export const MEASURED_PARTNER_ID = benchId(0);

/** A rare last name. */
export const RARE_NAME = "Quillwick";
/** Number of each partner's invoices of which one has the rare name. */
const RARE_EVERY = 14_000;

const ROWS_AT_ONCE = 50_000;

/**
 * Fills the database with invoices of ten partners, each with the history of a season: 1 to 3 lines, mostly transmitted, and of those
 * mostly paid; some with a payment in progress, retracted, to be refunded, with questions, or not reached. As the superuser and without
 * triggers, because only the queries are measured. Builds the search index at the end, in a third of the time.
 */
export async function fillPortal({ db }: Connection, invoices: number): Promise<void> {
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`set maintenance_work_mem = '512MB'`);
  await db.execute(sql`set session_replication_role = replica`);
  const { definition } = only(
    await db.execute<{ definition: string }>(sql`select pg_get_indexdef('invoices_searched'::regclass) as definition`),
  );
  await db.execute(sql`drop index invoices_searched`);

  await insertOwners(db, invoices);
  await insertNames(db);
  for (let first = 1; first <= invoices; first += ROWS_AT_ONCE) {
    const last = Math.min(first + ROWS_AT_ONCE - 1, invoices);
    await insertInvoices(db, first, last, invoices);
    say(`${last} of ${invoices} invoices`);
  }
  say("Building the index for searching …");
  await db.execute(sql.raw(definition));
  await db.execute(sql`set session_replication_role = origin`);
  await db.execute(sql`vacuum analyze`);
  await db.execute(sql`checkpoint`);
}

const id = (number: string) => sql.raw(BENCH_ID_SQL(number));

/** Partner p has companies 10p to 10p + 7 and imports 1000p to 1000p + 199. The newest imports are not transmitted yet. */
async function insertOwners(db: Connection["db"], invoices: number): Promise<void> {
  const each = (count: number) => sql`generate_series(0, ${PARTNERS - 1}) p, generate_series(0, ${count - 1}) k`;
  await db.execute(sql`insert into partners (id, name, created_at)
    select ${id("p")}, 'Partner ' || p, now() from generate_series(0, ${PARTNERS - 1}) p`);
  await db.execute(sql`insert into companies (partner_id, id, name, brand, email, locale, country_code, currency, created_at)
    select ${id("p")}, ${id("p * 10 + k")}, 'Club ' || p || '-' || k, 'brand_code_1', 'office@club.example', 'nl', 'NL',
      (array['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'GBP', 'CHF'])[k + 1]::currency, now()
    from ${each(COMPANIES_OF_PARTNER)}`);
  await db.execute(sql`insert into imports (partner_id, id, company_id, title, transmitted_at, created_at)
    select ${id("p")}, ${id("p * 1000 + k")}, ${id(`p * 10 + k % ${COMPANIES_OF_PARTNER}`)}, 'Contribution ' || k,
      case when k < ${IMPORTS_OF_PARTNER} * 0.96 then ${createdAt(sql`k * ${invoices / IMPORTS_OF_PARTNER}`, invoices)} + interval '1 day' end, now()
    from ${each(IMPORTS_OF_PARTNER)}`);
}

async function insertNames(db: Connection["db"]): Promise<void> {
  const { nl, de, en, fr, it } = people;
  const of = (name: "first" | "last" | "organizations") => JSON.stringify([nl, nl, nl, de, en, fr, it].flatMap((names) => names[name]));
  await db.execute(sql`create temp table names as select
    array(select json_array_elements_text(${of("first")}::json)) as first,
    array(select json_array_elements_text(${of("last")}::json)) as last,
    array(select json_array_elements_text(${of("organizations")}::json)) as organizations`);
}

async function insertInvoices(db: Connection["db"], first: number, last: number, invoices: number): Promise<void> {
  const p = `(n % ${PARTNERS})`;
  const k = `(n * ${IMPORTS_OF_PARTNER} / ${invoices + 1})`;
  await db.execute(sql`create temp table told as
    select n, ${id(p)} as partner_id, ${id("n")} as id, ${id(`${p} * 10 + ${k} % ${COMPANIES_OF_PARTNER}`)} as company_id,
      ${id(`${p} * 1000 + ${k}`)} as import_id, ${createdAt(sql`n`, invoices)} as created_at,
      ${pick("first", 1)} as first_name, ${pick("last", 2)} as last_name, case when ${roll(3)} < 30 then '-' || ${pick("last", 4)} else '' end as second_name,
      case when ${roll(5)} < 50 then ${pick("organizations", 6)} end as organization,
      ${sql.raw(k)} < ${IMPORTS_OF_PARTNER} * 0.96 as transmitted, ${roll(7)} as fate, 1 + ${roll(8)} % 3 as lines,
      (1 + ${roll(9)} % 400) * 25::bigint as line_cents
    from generate_series(${first}::bigint, ${last}::bigint) n, names`);
  // Per thousand transmitted invoices: 650 paid, 20 overpaid, 25 retracted, 30 with a payment in progress.
  const total = sql`case when not transmitted then lines * line_cents when fate < 650 then 0 when fate < 670 then -500 when fate < 695 then 0 else lines * line_cents end`;
  await db.execute(sql`insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, reference, locale, direct_debit_iban,
      club_membership_number, customer_first_name, customer_infix, customer_last_name, customer_organization, customer_address1, customer_zipcode,
      customer_city, customer_country_code, customer_email, amount_total_cents, amount_billed_cents, retracted_at, created_at)
    select partner_id, id, company_id, import_id, 'B-2026-' || n, 'Season 2026', 'nl',
      case when n % 2 = 0 then 'NL91ABNA' || lpad((n * 7919 % 10000000000)::text, 10, '0') end, 'M-' || n * 13 % 1000003,
      first_name, nullif(split_part(last_name, '/', -2), ''), case when n / ${PARTNERS} % ${RARE_EVERY} = 77 then ${RARE_NAME} else split_part(last_name, '/', -1) || replace(second_name, '/', ' ') end,
      organization, 'Quayside 12', '1234 AB', 'Northbank', 'NL',
      translate(fold_for_search(first_name || '.' || last_name), ' ''/', '') || n || '@members.example', ${total}, lines * line_cents,
      case when transmitted and fate between 670 and 694 then created_at + interval '20 days' end, created_at
    from told order by n`);
  await db.execute(sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, description, date)
    select partner_id, id, part, ${id("n * 8 + part")}, 'INVOICE-LINE', line_cents, 'Membership, part ' || part, created_at
    from told, generate_series(1, lines) part`);
  await db.execute(sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date, payment_method)
    select partner_id, id, lines + 1, ${id("n * 8 + 7")}, (case when fate < 670 then 'PAYMENT-LINE' else 'CREDIT-LINE' end)::line_type,
      -lines * line_cents - (case when fate between 650 and 669 then 500 else 0 end), created_at + interval '9 days',
      case when fate < 670 then 'ideal'::payment_method end
    from told where transmitted and fate < 695`);
  await db.execute(sql`insert into payments (partner_id, id, invoice_id, invoice_number, method, status, amount_cents, created_at)
    select partner_id, id, id, invoice_number, 'ideal', (case when fate < 670 then 'paid' else 'pending' end)::payment_status, lines * line_cents,
      told.created_at
    from told join invoices using (partner_id, id) where transmitted and (fate < 670 or fate >= 970)`);
  await db.execute(sql`insert into tickets (partner_id, id, company_id, invoice_id, sender, status, message, created_at)
    select partner_id, id, company_id, id, 'customer', (array['unanswered', 'answered', 'archived'])[1 + n / 20 % 3]::ticket_status,
      'May I pay in two parts?', created_at from told where ${roll(10)} < 60`);
  const wasRefused = sql`${roll(11)} < 3`;
  await db.execute(sql`insert into outgoing_messages (partner_id, id, invoice_id, kind, state, created_at, next_attempt_at)
    select partner_id, id, id, 'request1', (case when ${wasRefused} then 'refused' else 'sent' end)::outgoing_state, created_at, created_at
    from told where transmitted`);
  await db.execute(sql`insert into messages (partner_id, id, invoice_id, type, description, created_at)
    select partner_id, id, id, 'EMAIL', 'Payment request', created_at from told where transmitted and not ${wasRefused}`);
  await db.execute(sql`drop table told`);
}

/** SQL for a pseudo-random number from 0 to 999, the same in each run. */
const roll = (seed: number) => sql`((hashint8extended(n, ${seed}) & 1048575) % 1000)`;

const pick = (list: "first" | "last" | "organizations", seed: number) =>
  sql`names.${sql.identifier(list)}[1 + (hashint8extended(n, ${seed}) & 1048575) % array_length(names.${sql.identifier(list)}, 1)]`;

/** SQL for creation times that are evenly spread over 400 days. */
const createdAt = (number: ReturnType<typeof sql>, invoices: number) =>
  sql`(now() - interval '400 days' * (1 - ${number}::float8 / ${invoices}))`;
