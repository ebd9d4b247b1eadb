import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";

const [, listed = ""] = /### Keys without the partner([\s\S]*?)### Triggers/.exec(readFileSync("docs/scale.md", "utf8")) ?? [];

test("every key begins with the partner, except those for which docs/scale.md has a plan", async () => {
  const keys = await db.execute<{ table: string; key: string }>(sql`
    select of.relname as table, index.relname as key
    from pg_index i
    join pg_class of on of.oid = i.indrelid
    join pg_class index on index.oid = i.indexrelid
    left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where of.relnamespace = 'public'::regnamespace and i.indisunique and a.attname is distinct from 'partner_id'
    order by 1, 2`);
  const found = keys.map(({ table, key }) => `${table} ${key}`);
  const planned = [...listed.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].flatMap(([, table, names = ""]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, key]) => `${table} ${key}`),
  );
  expect(planned.sort()).toEqual(found.sort());
});

test("foreign keys without the partner refer to people, or stay within the simulated bank", async () => {
  const keys = await db.execute<{ table: string; to: string }>(sql`
    select conrelid::regclass::text as table, confrelid::regclass::text as to from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and pg_get_constraintdef(oid) not like '%partner_id%'`);
  expect(
    keys.filter(({ table, to }) => to !== "users" && !(table.startsWith("simulated_bank_") && to.startsWith("simulated_bank_"))),
  ).toEqual([]);
  const tables = keys.filter(({ to }) => to === "users").map(({ table }) => `\`${table}\``);
  expect([...new Set(tables)].filter((table) => !listed.includes(table))).toEqual([]);
});
