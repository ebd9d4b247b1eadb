import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Database } from "@/db/client";
import { DATABASE } from "@/db/embedded/postgres-cluster";
import * as schema from "@/db/schema";
import type { Actor } from "@/server/actor";
import { countSupportConversations } from "@/server/desk/support/count-support-conversations";
import { getSupportConversation } from "@/server/desk/support/get-support-conversation";
import { listSupportConversations } from "@/server/desk/support/list-support-conversations";
import { listTimeline } from "@/server/desk/timeline/list-timeline";
import { newId } from "@/server/platform/id";
import { leaveTablesAlone, settleTables } from "@/server/testing/settled-tables";
import { countConversations } from "./count-conversations";
import { getConversation } from "./get-conversation";
import { listConversations } from "./list-conversations";
import { releaseDueReplies } from "./release-due-replies";

// Query plans of the inboxes and conversations, in a separate database, large enough for a wrong index to matter.

const name = `plans_${newId()}`;
const at = (pathname: string) => Object.assign(new URL(inject("adminUrl")), { pathname }).href;
const sent: { query: string; parameters: unknown[] }[] = [];

let admin: postgres.Sql;
let client: postgres.Sql;
let db: Database;

beforeAll(async () => {
  const server = postgres(at("postgres"), { max: 1 });
  await server.unsafe(`create database ${name} template ${DATABASE}`);
  await server.end();
  admin = postgres(at(name), { max: 1, onnotice: () => {} });
  await leaveTablesAlone(at(name));
  await fill();
  await settleTables(at(name));
  client = postgres(at(name), { max: 1, debug: (_, query, parameters) => sent.push({ query, parameters }) });
  db = drizzle(client, { schema, casing: "snake_case" });
}, 120_000);

afterAll(async () => {
  await client.end();
  await admin.end();
  const server = postgres(at("postgres"), { max: 1 });
  await server.unsafe(`drop database ${name} with (force)`);
  await server.end();
});

const idOf = (prefix: string, number: number) => prefix + number.toString(16).padStart(36, "0");
const idIn = (prefix: string, number: string) => `('${prefix}' || lpad(to_hex((${number})::bigint), 36, '0'))`;

/**
 * 10 partners with 20 companies and 2,000 invoices each. Three quarters of the invoices have tickets; a fifth of these are with support.
 */
async function fill(): Promise<void> {
  const partner = idIn("00a0", "p");
  const company = idIn("00c0", "p * 100 + n % 20");
  const invoice = idIn("019a", "p * 10000 + n");
  await admin.unsafe(`set session_replication_role = replica;
    insert into partners (id, name, created_at) select ${partner}, 'Partner', now() from generate_series(1, 10) p;
    insert into companies (partner_id, id, name, brand, email, locale, country_code, currency, created_at)
      select ${partner}, ${company}, 'Club', 'brand_code_1', 'office@club.example', 'nl', 'NL', 'EUR', now() from generate_series(1, 10) p, generate_series(0, 19) n;
    insert into imports (partner_id, id, company_id, title, created_at) select partner_id, id, id, 'Season', now() from companies;
    insert into invoices (partner_id, id, company_id, import_id, external_invoice_number, locale, customer_last_name, customer_email, amount_total_cents, amount_billed_cents, created_at)
      select ${partner}, ${invoice}, ${company}, ${company}, n::text, 'nl', 'Brandsma', 'member' || n % 500 || '@members.example', 100, 100, now()
      from generate_series(1, 10) p, generate_series(1, 2000) n;
    insert into invoice_lines (partner_id, invoice_id, position, id, type, amount_cents, date) select partner_id, id, 1, id, 'INVOICE-LINE', 100, now() from invoices;
    insert into changes (partner_id, record, record_id, kind, actor) select partner_id, 'invoice', id, 'created', 'system' from invoices;
    insert into messages (partner_id, id, invoice_id, type, description, created_at) select partner_id, id, id, 'EMAIL', 'Request', now() from invoices;
    insert into tickets (partner_id, id, company_id, invoice_id, sender, status, message, created_at)
      select ${partner}, ${idIn("00f0", "p * 100000 + n * 10 + k")}, ${company}, ${invoice}, 'customer',
        (case when n % 10 > 4 then 'archived' when n % 3 > 0 then 'unanswered' else 'answered' end)::ticket_status, 'Why so much?',
        now() - (n * 7919 % 2000) * interval '1 hour' + k * interval '1 minute'
      from generate_series(1, 10) p, generate_series(1, 1500) n, generate_series(1, 3) k;
    insert into support_assignments (partner_id, invoice_id, company_id, assigned_at)
      select distinct partner_id, invoice_id, company_id, now() from tickets where status <> 'archived' and hashtext(invoice_id) % 5 = 0;
    insert into archivings (partner_id, id, company_id, invoice_id, actor, archived_at, assigned_at)
      select partner_id, max(id), company_id, invoice_id, 'system', max(created_at), case when hashtext(invoice_id) % 5 = 0 then now() end
      from tickets where status = 'archived' group by partner_id, company_id, invoice_id;
    insert into users (id, email, name, role, locale, created_at) select ${idIn("00b0", "n")}, n || '@staff.example', 'Ana', 'support', 'en', now() from generate_series(1, 2000) n`);
}

const partnerId = idOf("00a0", 3);
const actor: Actor = { kind: "person", id: idOf("00b0", 1), partnerId, companyIds: null, clockOffsetMs: 0, requestId: null };
const limited: Actor = { ...actor, companyIds: [idOf("00c0", 305), idOf("00c0", 306)] };
const supporter = { person: { id: idOf("00b0", 1), role: "support" as const }, requestId: null };
const invoiceId = idOf("019a", 3 * 10_000 + 10);
/** A position in the middle of the list. */
const cursor = { at: new Date(Date.now() - 1_000 * 60 * 60 * 1_000), id: newId() };

interface Read {
  run: () => Promise<unknown>;
  /** The indexes by which the large tables are read. */
  by: string[];
}

const reads: Record<string, Read> = {
  "the conversation": {
    run: () => getConversation(db, actor, invoiceId),
    by: ["tickets_by_invoice", "changes_by_record", "invoices_by_customer_email_hash"],
  },
  "the timeline": { run: () => listTimeline(db, actor, invoiceId), by: ["tickets_by_invoice", "changes_by_record"] },
  "the look for due replies": { run: () => releaseDueReplies(db), by: [] },
  "the counts": { run: () => countConversations(db, actor), by: ["tickets_open"] },
  "the counts of some companies": { run: () => countConversations(db, limited), by: [] },
  "support's counts": { run: () => countSupportConversations(db, supporter), by: ["tickets_open"] },
  "support's conversation": {
    run: async () => {
      const [assigned] = await admin<{ id: string }[]>`select invoice_id as id from support_assignments limit 1`;
      await getSupportConversation(db, supporter, assigned?.id ?? "");
    },
    by: ["support_assignments_by_invoice", "archivings_by_invoice_from_support"],
  },
};
for (const status of ["unanswered", "answered", "archived"] as const) {
  reads[`the page of ${status} ones`] = {
    run: () => listConversations(db, actor, { status, pageSize: 50, cursor }),
    by: ["tickets_by_status"],
  };
  reads[`the page of ${status} ones of some companies`] = {
    run: () => listConversations(db, limited, { status, pageSize: 50, cursor }),
    by: ["tickets_by_company"],
  };
  reads[`support's page of ${status} ones`] = {
    run: () => listSupportConversations(db, supporter, { status, pageSize: 50, cursor }),
    by: [status === "archived" ? "archivings_from_support" : "tickets_open"],
  };
}

for (const [readers, reader] of [["", actor] as const, [" of some companies", limited] as const]) {
  const page = { status: "with_support", pageSize: 50 } as const;
  reads[`the page of what support has${readers}`] = { run: () => listConversations(db, reader, page), by: [] };
  const search = { ...page, search: "member123@" };
  reads[`the search among what support has${readers}`] = { run: () => listConversations(db, reader, search), by: [] };
}

for (const status of ["unanswered", "archived"] as const) {
  const narrowing = { status, search: "member123@", pageSize: 50 };
  reads[`the search among ${status} ones`] = { run: () => listConversations(db, actor, narrowing), by: [] };
  reads[`the search among ${status} ones of some companies`] = { run: () => listConversations(db, limited, narrowing), by: [] };
  reads[`support's search among ${status} ones`] = { run: () => listSupportConversations(db, supporter, narrowing), by: [] };
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
}

describe("no large table is read completely, whether the plan is for one reader or for all:", () => {
  const large = ["tickets", "invoices", "invoice_lines", "messages", "changes", "archivings", "users"];

  test.each(Object.entries(reads))("%s", async (_, { run, by }) => {
    sent.length = 0;
    await run();
    const statements = sent.filter(({ query }) => /^\s*select .* from /is.test(query));
    expect(statements.length).toBeGreaterThan(0);

    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      const nodes: Node[] = [];
      for (const statement of statements) nodes.push(...(await planOf(mode, statement)));
      const scanned = nodes.flatMap((node) => (node["Node Type"] === "Seq Scan" ? (node["Relation Name"] ?? "") : []));
      expect(scanned.filter((table) => large.includes(table))).toEqual([]);
      expect(nodes.map((node) => node["Index Name"])).toEqual(expect.arrayContaining(by));
    }
  });

  async function planOf(mode: string, { query, parameters }: (typeof sent)[number]): Promise<Node[]> {
    const name = `read_${newId()}`;
    const literals = parameters.map((value) => (value === null ? "null" : `'${String(value).replaceAll("'", "''")}'`));
    await admin.unsafe(`set plan_cache_mode = ${mode}; prepare ${name} as ${query}`);
    const execute = literals.length > 0 ? `execute ${name} (${literals.join(", ")})` : `execute ${name}`;
    const [row] = await admin.unsafe<{ "QUERY PLAN": { Plan: Node }[] }[]>(`explain (format json) ${execute}`);
    const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
    return (row?.["QUERY PLAN"] ?? []).flatMap(({ Plan }) => all(Plan));
  }
});
