import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect, db } from "@/db/client";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenOwnDatabase } from "@/server/testing/own-database";
import { checksumTables } from "./checksum-tables";

const ownerUrl = givenOwnDatabase("checksums");
let owner: Connection;

beforeAll(async () => {
  owner = connect(ownerUrl, { max: 1, prepare: false });
  await givenInvoice(await givenPartner());
});
afterAll(() => owner.close());

test("tables with the same rows have the same checksums, regardless of how rows are stored", async () => {
  const before = await checksumTables(owner.db);
  await owner.db.execute(sql`update invoices set reference = reference`);
  expect(await checksumTables(owner.db)).toEqual(before);
  expect(before["public.invoices"]).toMatchObject({ rows: 1 });
  expect(before["drizzle.__drizzle_migrations"]?.rows).toBeGreaterThan(50);
});

test("only a changed table has another checksum", async () => {
  const before = await checksumTables(owner.db);
  await owner.db.execute(sql`update partners set name = name || '.'`);
  const after = await checksumTables(owner.db);
  expect(Object.keys(after).filter((name) => after[name]?.checksum !== before[name]?.checksum)).toEqual(["public.partners"]);
});

test("a role that cannot see every row is refused", async () => {
  await expect(checksumTables(db)).rejects.toThrow();
});
