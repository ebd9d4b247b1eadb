import { type SQLWrapper, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { DATABASE } from "@/db/embedded/postgres-cluster";
import { readAs } from "@/db/row-security";
import { only } from "@/db/rows";
import { systemActor } from "@/server/actor";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";
import { env } from "@/server/env";
import { leaveTablesAlone, settleTables } from "@/server/testing/settled-tables";
import { benchId } from "@/server/tools/bench/data";
import { fillPortal, MEASURED_PARTNER_ID } from "@/server/tools/bench/portal-data";
import { countsStatement } from "./count-invoices-by-fact";
import { takenLineIdsStatement } from "./create-invoices";
import { neighboursStatement } from "./find-neighbours";
import { type InvoiceQuery, invoiceQuery } from "./invoice-filter";
import { listStatement } from "./list-invoices";
import { listInvoicesById } from "./list-invoices-by-id";
import { invoicesOfImportStatement } from "./list-invoices-of-import";
import { summaryStatement } from "./summarize-invoices";

// The planner decides by statistics, so this test has a separate database with enough data.

const INVOICES = 60_000;
const NAME = "plans";
const LARGE = new Set(["invoices", "invoice_lines", "payments", "tickets", "messages", "outgoing_messages", "changes"]);

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
}

let admin: Connection;
let app: Connection;
const actor = systemActor({ id: MEASURED_PARTNER_ID, clockOffsetMs: 0 });

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

beforeAll(async () => {
  admin = connect(inject("adminUrl"), { max: 1 });
  await admin.db.execute(sql.raw(`create database ${NAME} template ${DATABASE} owner ics_owner`));
  const url = at(inject("adminUrl"), NAME);
  await leaveTablesAlone(url);
  const filling = connect(url, { max: 1 });
  await fillPortal(filling, INVOICES);
  await filling.close();
  await settleTables(url);
  app = connect(at(env().DATABASE_URL, NAME), { max: 1 });
}, 240_000);

afterAll(async () => {
  await app?.close();
  await admin.db.execute(sql.raw(`drop database if exists ${NAME} with (force)`));
  await admin.close();
});

/** All nodes of the plan; `isHeldBack`: behind row security, as the portal reads. */
async function planOf(statement: SQLWrapper, isHeldBack = false): Promise<Plan[]> {
  const explained = await app.db.transaction(async (tx) => {
    if (isHeldBack) await readAs(tx, actor.partnerId);
    return only(await tx.execute<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`explain (format json) ${statement}`));
  });
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return nodes(explained["QUERY PLAN"][0].Plan);
}

const sequentialScans = (plan: Plan[]) =>
  plan.filter((node) => node["Node Type"] === "Seq Scan" && LARGE.has(node["Relation Name"] ?? "")).map((node) => node["Relation Name"]);

const indexesOf = (plan: Plan[]) => plan.map((node) => `${node["Node Type"]} ${node["Index Name"] ?? ""}`.trim());

const indexesOfLarge = (plan: Plan[]) => indexesOf(plan.filter((node) => LARGE.has(node["Relation Name"] ?? ""))).toSorted();

const lastPage = { pageNumber: INVOICES / 10 / 50 };
const queries: [string, Partial<InvoiceQuery>][] = [
  ["the first page", {}],
  ["the last page", lastPage],
  ...(["customer", "due", "billed", "outstanding"] as const).flatMap((sort): [string, Partial<InvoiceQuery>][] => [
    [`by ${sort}`, { sort }],
    [`by ${sort}, the last page`, { sort, direction: "asc", ...lastPage }],
  ]),
  ...invoiceFacts.map((fact): [string, Partial<InvoiceQuery>] => [fact, { fact }]),
  ["a rare name", { search: "quillw" }],
  ["a common name", { search: "sanne" }],
  ["a part of a word", { search: "lversch" }],
  ["what is in all", { search: "example" }],
  ["what is in none", { search: "nobody at all" }],
  ["two letters", { search: "li" }],
  ["a number", { search: "100000420" }],
  ["an id", { search: benchId(420) }],
  ["an IBAN", { search: "NL91 ABNA 0000 0791 90" }],
  ["a name, paid", { search: "sanne", fact: "paid" }],
  ["companies", { companyIds: [benchId(1), benchId(2)] }],
  ["an import", { importId: benchId(3) }],
  ["an amount", { amount: { of: "billed", fromCents: 25_000 } }],
  ["a period of transmission", { period: { of: "transmitted", from: "2026-01-01", to: "2026-01-31" } }],
  ["a period of due days", { period: { of: "due", from: "2026-01-01", to: "2026-01-31" } }],
  ["a period of creation", { period: { of: "created", from: "2026-01-01", to: "2026-01-31" } }],
];

describe("no large table is scanned from end to end for", () => {
  test.each(queries)("%s", async (_, given) => {
    const query = invoiceQuery.parse(given);
    const statements = {
      rows: listStatement(app.db, actor, query),
      "rows of one company": listStatement(app.db, { ...actor, companyIds: [benchId(1)] }, query),
      sums: summaryStatement(app.db, actor, query),
      counts: countsStatement(app.db, actor, query),
      neighbours: neighboursStatement(app.db, actor, query, benchId(420)),
    };
    for (const [what, statement] of Object.entries(statements)) {
      const plan = await planOf(statement);
      expect({ [what]: sequentialScans(plan) }).toEqual({ [what]: [] });
      // A text search in the portal runs without row security.
      if (!given.search) expect({ [what]: indexesOfLarge(await planOf(statement, true)) }).toEqual({ [what]: indexesOfLarge(plan) });
    }
  });
});

test("a page far back is found without reading the rows before it", async () => {
  for (const sort of ["number", "customer", "due", "billed", "outstanding"] as const) {
    // The smaller of the two indexes contains the amounts as well.
    expect(indexesOf(await planOf(listStatement(app.db, actor, invoiceQuery.parse({ sort, ...lastPage }))))).toContainEqual(
      expect.stringMatching(/^Index Only Scan invoices_(listed|by_import)$/),
    );
  }
});

test("rare text is found by its letters", async () => {
  expect(indexesOf(await planOf(listStatement(app.db, actor, invoiceQuery.parse({ search: "quillw" }))))).toContain(
    "Bitmap Index Scan invoices_searched",
  );
});

test.each([
  ["the first", 0],
  ["a later", 100_000_420],
])("%s part of an import is read from its place in the index, without sorting the import", async (_, afterNumber) => {
  const plan = await planOf(invoicesOfImportStatement(app.db, actor, benchId(3), { afterNumber, pageSize: 100 }));
  expect(indexesOf(plan).slice(0, 2)).toEqual(["Limit", "Index Scan invoices_by_import"]);
  expect(sequentialScans(plan)).toEqual([]);
});

test("100 invoices by their ids are looked up one by one in the primary key", async () => {
  const plan = await planOf(
    listInvoicesById(
      app.db,
      actor,
      Array.from({ length: 100 }, (_, nth) => benchId(1_000 + nth)),
    ),
  );
  expect(indexesOf(plan)).toContainEqual(expect.stringMatching(/Scan invoices_partner_id_id_pk$/));
  expect(sequentialScans(plan)).toEqual([]);
});

test("whether 1,000 ids of lines are taken is looked up in their index", async () => {
  const ids = Array.from({ length: 1_000 }, (_, nth) => `L-${nth}`);
  const plan = await planOf(takenLineIdsStatement(app.db, actor, ids));
  expect(sequentialScans(plan)).toEqual([]);
  expect(indexesOf(plan)).toContainEqual(expect.stringMatching(/Scan invoice_lines_by_id$/));
});
