import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { env } from "@/server/env";
import { applyRules, readRules } from "./apply-rules";
import { type Connection, connect } from "./client";

let admin: Connection;

beforeAll(() => {
  admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
});

afterAll(() => admin.close());

/**
 * Generated columns and indexes use these functions, so they may change only with a migration that computes the columns and indexes again.
 */
const ofColumnsAndIndexes = ["customer_name", "fold_for_search", "joined_fields", "name_key"];

const namesIn = (pattern: RegExp) =>
  readRules().flatMap(({ text }) => [...text.matchAll(pattern)].map(([, ...names]) => names.join(" on ")));

test("the database has exactly the functions of db/rules", async () => {
  const rows = await admin.db.execute<{ name: string }>(sql`
    select proname as name from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  expect(rows.map(({ name }) => name).sort()).toEqual([...ofColumnsAndIndexes, ...namesIn(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].sort());
});

test("the database has exactly the triggers of db/rules, each in its table's file", async () => {
  const rows = await admin.db.execute<{ name: string; table: string }>(sql`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger where not tgisinternal`);
  const triggers = /^CREATE (?:OR REPLACE|CONSTRAINT) TRIGGER (\w+) [^;]*? ON (\w+)/gm;
  expect(rows.map(({ name, table }) => `${name} on ${table}`).sort()).toEqual(namesIn(triggers).sort());
  for (const { file, text } of readRules()) {
    for (const [, name, table] of text.matchAll(triggers)) expect(`${table}.sql`, name).toBe(file);
  }
});

test("every trigger that a service names exists", () => {
  const triggers = namesIn(/^CREATE (?:OR REPLACE|CONSTRAINT) TRIGGER (\w+)/gm);
  const services = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const named = services.flatMap((name) =>
    [...readFileSync(join("server", name), "utf8").matchAll(/trigger `(\w+)`/g)].map(([, trigger = ""]) => trigger),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((trigger) => !triggers.includes(trigger))).toEqual([]);
});

test("an unknown set of rules is applied completely, and a known one is skipped", async () => {
  const isThere = async () =>
    (await admin.db.execute(sql`select from pg_trigger where tgname = 'invoices_total_is_sum_of_lines'`)).length === 1;
  await admin.db.execute(sql`drop trigger invoices_total_is_sum_of_lines on invoices`);

  await applyRules(admin.db);
  expect(await isThere()).toBe(false);

  await admin.db.execute(sql`delete from drizzle.applied_rules`);
  await applyRules(admin.db);
  expect(await isThere()).toBe(true);
});
