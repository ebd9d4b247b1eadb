import { sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import type { EmbeddedPostgres } from "@/db/embedded/embedded";
import { systemActor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { createApiKey } from "@/server/tenancy/api-keys/create-api-key";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { newCompany } from "@/server/testing/new-records";

/** Records that the benchmark uses. */
export interface BenchData {
  apiKey: string;
  partnerId: string;
  companyId: string;
  /** An open import for new invoices. */
  importId: string;
  invoices: number;
}

/** Returns the id of the record with this number. Invoices count from 1, so that every client knows all their ids without a query. */
export function benchId(number: number): string {
  return `019a${number.toString(16).padStart(36, "0")}`;
}

/** The same in SQL, for a bigint. */
export const BENCH_ID_SQL = (number: string) => `('019a' || lpad(to_hex(${number}::bigint), 36, '0'))`;

/** Address of the application's database for the superuser. */
export function adminUrlOf({ adminUrl, appUrl }: EmbeddedPostgres): string {
  return Object.assign(new URL(adminUrl), { pathname: new URL(appUrl).pathname }).href;
}

export async function givenBenchPartner({ db }: Connection): Promise<Omit<BenchData, "invoices">> {
  const partner = await createPartner(db, { name: "Bench" });
  const { key } = await createApiKey(db, partner.id, { name: "bench" });
  const actor = systemActor(partner);
  const company = await createCompany(db, actor, newCompany);
  const open = await createImport(db, actor, { companyId: company.id, title: "Bench", expectedInvoicesCount: null });
  return { apiKey: key, partnerId: partner.id, companyId: company.id, importId: open.id };
}

const ROWS_AT_ONCE = 50_000;

/**
 * Adds the invoices after number `from` up to number `to`, each with 3 lines and a message, and every fourth with a ticket. As the
 * superuser and without triggers, because only the queries are measured.
 */
export async function fill({ db }: Connection, data: Omit<BenchData, "invoices">, from: number, to: number): Promise<void> {
  const id = (number: string) => sql.raw(BENCH_ID_SQL(number));
  for (let first = from + 1; first <= to; first += ROWS_AT_ONCE) {
    const last = Math.min(first + ROWS_AT_ONCE - 1, to);
    const numbers = sql`generate_series(${first}::bigint, ${last}::bigint) n`;
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, reference, locale, customer_first_name,
          customer_last_name, customer_address1, customer_house_number, customer_zipcode, customer_city, customer_country_code, customer_email,
          amount_total_cents, amount_billed_cents, created_at)
        select ${data.partnerId}, ${id("n")}, ${data.companyId}, ${data.importId}, 'B-' || n, 'Season 2026', 'nl', 'Ada', 'Brandsma ' || n, 'Quayside',
          (n % 200)::text, '1234 AB', 'Northbank', 'NL', 'member' || n || '@members.example', 7500, 7500, now() from ${numbers}`);
      await tx.execute(sql`insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, description, date)
        select ${data.partnerId}, ${id("n")}, p, ${id("n * 4 + p")}, 'INVOICE-LINE', 2500, 'Membership, part ' || p, now()
        from ${numbers}, generate_series(1, 3) p order by n, p`);
      await tx.execute(sql`insert into messages (partner_id, id, invoice_id, type, description, created_at)
        select ${data.partnerId}, ${id("n")}, ${id("n")}, 'EMAIL', 'Payment request', now() from ${numbers}`);
      await tx.execute(sql`insert into tickets (partner_id, id, company_id, invoice_id, sender, status, message, created_at)
        select ${data.partnerId}, ${id("n")}, ${data.companyId}, ${id("n")}, 'customer', (array['unanswered', 'answered', 'archived'])[1 + (n / 4) % 3]::ticket_status,
          'May I pay in two parts?', now() from ${numbers} where n % 4 = 0`);
    });
  }
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`vacuum analyze`);
  await db.execute(sql`checkpoint`);
}
