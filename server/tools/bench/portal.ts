import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Connection, connect, type Database } from "@/db/client";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/db/embedded/embedded";
import { migrate } from "@/db/migrate";
import { type Actor, systemActor } from "@/server/actor";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { countInvoicesByFact } from "@/server/billing/invoices/count-invoices-by-fact";
import { findNeighbours } from "@/server/billing/invoices/find-neighbours";
import { type InvoiceQuery, invoiceQuery } from "@/server/billing/invoices/invoice-filter";
import { listInvoices } from "@/server/billing/invoices/list-invoices";
import { summarizeInvoices } from "@/server/billing/invoices/summarize-invoices";
import { getHome } from "@/server/desk/home/get-home";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";
import { adminUrlOf, benchId } from "./data";
import { fillPortal, MEASURED_PARTNER_ID, PARTNERS, RARE_NAME } from "./portal-data";
import { print, say } from "./report";

// Measures the server time of the portal's pages in a database with the given number of invoices, of which a tenth belongs to the reader.

const INVOICES = Number(process.argv[3] ?? 1_000_000);
const NOTHING_SENT_PARTNER_ID = benchId(1);
const ROWS_GOAL_MS = 200;
const SUMS_GOAL_MS = 1_000;

/** Number of measurements of each query, after one to warm up. */
const rounds = { rows: 40, sums: 20, counts: 20, neighbours: 20 };
type Column = keyof typeof rounds;

const lastPage = { pageNumber: 1_000 };
const cases: [string, Partial<InvoiceQuery>][] = [
  ["first page", {}],
  ["page 1,000", lastPage],
  ...invoiceFacts.map((fact): [string, Partial<InvoiceQuery>] => [fact, { fact }]),
  ["a rare name", { search: RARE_NAME.slice(0, 7) }],
  ["a frequent first name", { search: "sanne" }],
  ["part of a name", { search: "lversch" }],
  ["what nearly all have", { search: "example" }],
  ["what nobody has", { search: "nobody at all" }],
  ["two letters", { search: "li" }],
  ["an invoice number", { search: "100400010" }],
  ["an id", { search: benchId(400_010) }],
  ...(["customer", "due", "billed", "outstanding"] as const).flatMap((sort): [string, Partial<InvoiceQuery>][] => [
    [`by ${sort}`, { sort }],
    [`by ${sort}, page 1,000`, { sort, direction: "asc", ...lastPage }],
  ]),
  ["two companies", { companyIds: [benchId(1), benchId(2)] }],
  ["an import", { importId: benchId(20) }],
  ["billed from 250", { amount: { of: "billed", fromCents: 25_000 } }],
  ["a frequent first name, paid", { search: "sanne", fact: "paid" }],
  ["what nearly all have, by customer", { search: "example", sort: "customer" }],
];

const folder = mkdtempSync(join(tmpdir(), "ics-bench-"));
const postgres = await startEmbeddedPostgres({ folder, onProgress: say });
try {
  await measure(postgres);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(postgres: EmbeddedPostgres): Promise<void> {
  const { appUrl, ownerUrl } = postgres;
  print(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), embedded Postgres 18.`);
  await migrate(ownerUrl, appUrl);
  const admin = connect(adminUrlOf(postgres), { max: 1 });
  await fillPortal(admin, INVOICES);
  await withhold(admin, NOTHING_SENT_PARTNER_ID);
  await admin.close();

  const app = connect(appUrl);
  const whole = systemActor({ id: MEASURED_PARTNER_ID, clockOffsetMs: 0 });
  const limited = { ...whole, companyIds: [benchId(1), benchId(6)] };
  const rows = [
    ...(await measureCases(app.db, whole, cases)),
    ...(await measureCases(app.db, limited, [["first page of who is limited to two companies", {}]])),
  ];
  const homes = [
    await measureHome(app.db, `of ${INVOICES / PARTNERS} invoices in 200 imports`, whole),
    await measureHome(
      app.db,
      `none of ${INVOICES / PARTNERS} transmitted yet`,
      systemActor({ id: NOTHING_SENT_PARTNER_ID, clockOffsetMs: 0 }),
    ),
  ];
  await app.close();

  print(tableOf(rows));
  print(homes.map(({ name, p50Ms, p95Ms }) => `Home page, ${name}: p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`).join("\n"));
  const worst = (column: Column) => Math.max(...rows.map((row) => row.p95Ms[column])).toFixed(0);
  print(`Rows, worst 95th percentile: ${worst("rows")} ms (to reach: under ${ROWS_GOAL_MS})`);
  print(`Exact total and sum, worst 95th percentile: ${worst("sums")} ms (to reach: under ${SUMS_GOAL_MS})`);
}

/** Makes the partner's imports untransmitted. Their figures are then computed at each visit of the home page. */
async function withhold({ db }: Connection, partnerId: string): Promise<void> {
  await db.execute(sql`alter table imports disable trigger user`);
  await db.execute(sql`update imports set transmitted_at = null where partner_id = ${partnerId}`);
  await db.execute(sql`alter table imports enable trigger user`);
}

/** Measures the home page after refreshing its rollups. */
async function measureHome(db: Database, name: string, actor: Actor): Promise<{ name: string; p50Ms: number; p95Ms: number }> {
  await refreshRollups(db);
  const times = await timesOf(() => getHome(db, actor), rounds.rows);
  say(`home, ${name}`);
  return { name, p50Ms: at(times, 0.5), p95Ms: at(times, 0.95) };
}

interface Measured {
  name: string;
  p50Ms: Record<Column, number>;
  p95Ms: Record<Column, number>;
}

async function measureCases(db: Database, actor: Actor, given: typeof cases): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [name, partial] of given) {
    const query = invoiceQuery.parse(partial);
    const [found] = await listInvoices(db, actor, query);
    const work: Record<Column, () => Promise<unknown>> = {
      rows: () => listInvoices(db, actor, query),
      sums: () => summarizeInvoices(db, actor, query),
      counts: () => countInvoicesByFact(db, actor, query),
      neighbours: () => findNeighbours(db, actor, query, found?.id ?? benchId(400_010)),
    };
    const row: Measured = { name, p50Ms: { ...rounds }, p95Ms: { ...rounds } };
    for (const column of Object.keys(rounds) as Column[]) {
      const times = await timesOf(work[column], rounds[column]);
      row.p50Ms[column] = at(times, 0.5);
      row.p95Ms[column] = at(times, 0.95);
    }
    say(`${name}: rows ${row.p95Ms.rows.toFixed(0)} ms, sums ${row.p95Ms.sums.toFixed(0)} ms`);
    measured.push(row);
  }
  return measured;
}

/** Returns the durations in ms, shortest first. */
async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
}

function at(sorted: number[], quantile: number): number {
  return sorted[Math.floor(sorted.length * quantile)] ?? Number.NaN;
}

function tableOf(rows: Measured[]): string {
  const head = ["invoices", ...Object.keys(rounds).map((column) => `${column}, p50 / p95 ms`)];
  const cells = rows.map(({ name, p50Ms, p95Ms }) => [
    name,
    ...(Object.keys(rounds) as Column[]).map((column) => `${p50Ms[column].toFixed(0)} / ${p95Ms[column].toFixed(0)}`),
  ]);
  return [head, head.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
