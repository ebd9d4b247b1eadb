import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connect, type Database, db } from "@/db/client";
import { holdBackReader, READER, readAs } from "@/db/row-security";
import { invoices } from "@/db/schema/invoices";
import { env } from "@/server/env";
import { readAsPartner } from "@/server/platform/read-as-partner";
import { accessTable } from "@/server/testing/access-table";
import { givenPartner } from "@/server/testing/given";
import { deleteEndpoints, givenLastingEndpoint } from "@/server/testing/given-endpoint";
import { givenMember } from "@/server/testing/given-person";
import { givenRecords } from "@/server/testing/given-records";
import { createCallerFactory } from "./init";
import { appRouter } from "./router";

// Row security is a second protection: the database itself limits what a query of the portal can see, independently of its statements.

// Reads from a replica have tests of their own.
delete process.env.DATABASE_REPLICA_URL;

/** The tests do not change these records. */
let world: Awaited<ReturnType<typeof givenWorld>>;

beforeAll(async () => {
  world = await givenWorld();
});

afterAll(() => deleteEndpoints(world.partner, world.other));

async function givenWorld() {
  const [partner, other] = [await givenPartner(), await givenPartner()];
  const { person } = await givenMember(partner, { role: "administrator" });
  const records = await givenRecords(partner, person, "all", givenLastingEndpoint);
  await givenRecords(other, (await givenMember(other, { role: "administrator" })).person, "all", givenLastingEndpoint);
  return { partner, other, person, records };
}

const partnersTables = () =>
  db.execute<{ table: string; column: string }>(sql`
    select relname as table, attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and (attname = 'partner_id' or (relname = 'partners' and attname = 'id'))`);

/** Returns, for each table, the partners whose rows a transaction can see. */
async function partnersSeen(tx: Database): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {};
  for (const { table, column } of await partnersTables()) {
    const rows = await tx.execute<{ partner: string }>(
      sql`select distinct ${sql.identifier(column)} as partner from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    );
    if (rows.length > 0) seen[table] = rows.map((row) => row.partner);
  }
  return seen;
}

test("a query without a condition on the partner sees one partner's rows, in every table", async () => {
  const { partner, other } = world;
  const all = await partnersSeen(db);
  const tables = Object.keys(all).filter((table) => all[table]?.includes(partner.id) && all[table]?.includes(other.id));
  expect(tables.length).toBeGreaterThan(20);

  const seen = await readAsPartner(db, partner.id, (tx) => partnersSeen(tx));
  expect(Object.values(seen).flat()).toEqual(Object.keys(seen).map(() => partner.id));
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(tables));
});

test("partitions of a table cannot be used to avoid it", async () => {
  const open = await db.execute(sql`
    select relname from pg_class where relispartition and relkind in ('r', 'p') and has_table_privilege(${READER}, oid, 'select')`);
  expect(open).toEqual([]);
});

test("a query for another partner's rows sees none, and neither does one without a partner", async () => {
  const { partner, other } = world;
  const ofOther = sql`select from ${invoices} where ${invoices.partnerId} = ${other.id}`;
  expect(await db.execute(ofOther)).not.toHaveLength(0);
  expect(await readAsPartner(db, partner.id, (tx) => tx.execute(ofOther))).toHaveLength(0);
  expect(await db.transaction((tx) => readAs(tx, "").then(() => partnersSeen(tx)))).toEqual({});
});

test("a query behind row security can write nothing, and cannot read secrets for signing in", async () => {
  const partner = await givenPartner();
  for (const statement of [
    sql`update invoices set reference = 'x'`,
    sql`insert into notes default values`,
    sql`select hash from user_tokens`,
    sql`select id from sessions`,
    sql`select secret_data from factors`,
  ]) {
    await expect(db.transaction((tx) => readAs(tx, partner.id).then(() => tx.execute(statement)))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  }
});

test("every table with partners' rows is known, so that a new one cannot be forgotten", async () => {
  const told = await db.execute<{ table: string }>(
    sql`select relname as table from pg_class c where relrowsecurity and 2 = (select count(*) from pg_policy where polrelid = c.oid)`,
  );
  expect(told.map(({ table }) => table).sort()).toEqual((await partnersTables()).map(({ table }) => table).sort());
});

interface Described {
  type: string;
  inputs: { safeParse(input: unknown): { success: boolean; data?: unknown } }[];
  meta?: { unprotectedIfGiven?: readonly string[]; keepsResults?: boolean; rehearses?: boolean; looksForNames?: boolean };
}

const described = (path: string) => (appRouter._def.procedures as unknown as Record<string, { _def: Described }>)[path]?._def;
const queries = Object.keys(accessTable).filter(
  (path) => described(path)?.type === "query" && !/^(?:session|factors|support|team)\./.test(path),
);
const keeping = queries.filter((path) => described(path)?.meta?.keepsResults);
const rehearsing = queries.filter((path) => described(path)?.meta?.rehearses);
const looking = queries.filter((path) => described(path)?.meta?.looksForNames);
const reading = queries.filter((path) => ![...keeping, ...rehearsing, ...looking].includes(path));

/** Whether the query read behind row security. Throws if it read in no transaction. */
async function isHeldBack(path: string, input: unknown, mayRead = false): Promise<boolean> {
  const { partner, person } = world;
  const [noun = "", verb = ""] = path.split(".");
  let isHeldBack = false;
  const watched = new Proxy(db, {
    get(target, name) {
      if (name === "transaction") {
        return (work: (tx: Database) => Promise<unknown>, options: { accessMode?: string }) =>
          target.transaction(async (tx) => {
            const result = await work(tx);
            const [who] = await tx.execute<{ role: string; partner: string }>(
              sql`select current_user as role, current_setting('ics.partner', true) as partner`,
            );
            isHeldBack = who?.role === READER && who.partner === partner.id && options.accessMode === "read only";
            return result;
          });
      }
      if (!mayRead && (name === "select" || name === "execute")) throw new Error(`${path} reads without it`);
      return Reflect.get(target, name);
    },
  });
  const visitor = { address: "192.0.2.79", deviceToken: null, userAgent: "" };
  const caller = createCallerFactory(appRouter)({ db: watched as Database, person, requestId: null, visitor });
  const call = (caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[noun]?.[verb];
  await call?.(input);
  return isHeldBack;
}

/** Every field that switches row security off for a query, and one that did. */
const switches = [...new Set(["invoiceId", ...queries.flatMap((path) => described(path)?.meta?.unprotectedIfGiven ?? [])])];

/** Whether the procedure's own input has the field, also within another one. It may refuse the value. */
function hasField(path: string, input: unknown, field: string): boolean {
  const parsed = described(path)?.inputs.map((schema) => schema.safeParse(input)) ?? [];
  return parsed.some(({ success, data }) => !success || JSON.stringify(data).includes(`"${field}":"`));
}

describe("a query of a partner's people runs behind row security, also if a caller adds fields that are not its own:", () => {
  test.each(reading)("%s", async (path) => {
    const input = accessTable[path]?.input?.(world.records);
    expect(await isHeldBack(path, input)).toBe(true);
    const given = (input ?? {}) as object;
    const added = switches.filter((field) => !hasField(path, { ...given, [field]: "x" }, field));
    const all = Object.fromEntries(switches.map((field) => [field, "x"]));
    const smuggled = { ...given, ...Object.fromEntries(added.map((field) => [field, "x"])), added: all, also: [{ added: all }] };
    expect(await isHeldBack(path, smuggled)).toBe(true);
  });
});

const searching = queries.filter((path) => described(path)?.meta?.unprotectedIfGiven);

test.each(searching)("except %s while it searches for text", async (path) => {
  const given = (accessTable[path]?.input?.(world.records) ?? {}) as object;
  for (const field of described(path)?.meta?.unprotectedIfGiven ?? []) {
    const input = [{ ...given, [field]: "x" }, { selection: { filter: { [field]: "x" } } }].find((each) => hasField(path, each, field));
    expect(input, `${field} is a field of the input`).toBeDefined();
    expect(await isHeldBack(path, input, true)).toBe(false);
  }
});

test("except one that stores computed figures, two that take back what they write, and two that search for names in a payment", () => {
  expect(keeping).toEqual(["home.get"]);
  expect(rehearsing).toEqual(["previews.ofInvoice", "previews.ofCompany"]);
  expect(looking).toEqual(["bank.offers", "bank.named"]);
});

test("an application that would itself be restricted does not start", async () => {
  const admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
  try {
    await admin.db.execute(sql.raw(`create role ics_inheriting; grant ${READER} to ics_inheriting with inherit true`));
    await expect(holdBackReader(admin.db, "ics_inheriting")).rejects.toThrow("with inherit false");
  } finally {
    await admin.db.execute(sql`drop role if exists ics_inheriting`);
    await admin.close();
  }
});
