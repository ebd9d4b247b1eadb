import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { only } from "@/db/rows";
import * as schema from "@/db/schema";
import { systemActor } from "@/server/actor";
import { newInvoiceBody } from "@/server/api/invoice";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { getInvoice, getInvoiceLines } from "@/server/billing/invoices/find-invoice";
import { listTicketsOfCompany } from "@/server/desk/tickets/list-tickets-of-company";
import { type BenchData, benchId } from "./data";
import { newInvoice } from "./load";

export interface Statement {
  text: string;
  params: unknown[];
}

export type Reading = "GET invoice" | "GET lines" | "GET company tickets";

/** Records the exact statements that our services send, so that all servers are measured with the same SQL. */
export async function overhear(databaseUrl: string, data: BenchData): Promise<Record<Reading, Statement>> {
  const client = postgres(databaseUrl, { max: 1 });
  let heard: Statement = { text: "", params: [] };
  const db = drizzle(client, { schema, casing: "snake_case", logger: { logQuery: (text, params) => (heard = { text, params }) } });
  const actor = systemActor({ id: data.partnerId, clockOffsetMs: 0 });
  const after = async (reading: Promise<unknown>) => {
    await reading;
    return heard;
  };
  const statements = {
    "GET invoice": await after(getInvoice(db, actor, benchId(1))),
    "GET lines": await after(getInvoiceLines(db, actor, benchId(1))),
    "GET company tickets": await after(listTicketsOfCompany(db, actor, data.companyId, "unanswered", { pageNumber: 1, pageSize: 30 })),
  };
  await client.end();
  return statements;
}

/** Returns the statement that creates an invoice with three lines, whose ids are `line-1` to `line-3`, and the invoice's id. */
export async function overhearCreation(databaseUrl: string, data: BenchData): Promise<Statement & { invoiceId: string }> {
  const heard: Statement[] = [];
  const client = postgres(databaseUrl, { max: 1 });
  const db = drizzle(client, { schema, casing: "snake_case", logger: { logQuery: (text, params) => heard.push({ text, params }) } });
  const given = JSON.parse(newInvoice(data.importId));
  const lines = given.invoice_lines.map((line: object, index: number) => ({ ...line, invoice_line_id: `line-${index + 1}` }));
  const { id } = await createInvoice(
    db,
    systemActor({ id: data.partnerId, clockOffsetMs: 0 }),
    newInvoiceBody.parse({ ...given, invoice_lines: lines }),
  );
  await client.end();
  return { ...only(heard), invoiceId: id };
}

/** Creates an invoice as most services would: one statement after another, in a transaction. */
export const CREATE_ONE_AFTER_ANOTHER = {
  actor: "select set_config('ics.actor', $1, true), set_config('ics.request_id', $2, true)",
  import: `select i.company_id, c.locale from imports i join companies c on c.partner_id = i.partner_id and c.id = i.company_id
    where i.partner_id = $1 and i.id = $2 and i.transmitted_at is null for share of i`,
  invoice: `insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, reference, locale, customer_first_name, customer_last_name,
      customer_address1, customer_house_number, customer_zipcode, customer_city, customer_country_code, customer_email, amount_total_cents, amount_billed_cents, created_at)
    values ($1, $2, $3, $4, $5, $6, 'nl', $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, now()) returning invoice_number`,
  lines: `insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, description, date)
    values ($1, $2, 1, $3, 'INVOICE-LINE'::line_type, $6::bigint, $7, $8::timestamptz), ($1, $2, 2, $4, 'INVOICE-LINE', $6, $7, $8), ($1, $2, 3, $5, 'INVOICE-LINE', $6, $7, $8)`,
};
