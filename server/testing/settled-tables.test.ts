import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { givenOwnDatabase } from "./own-database";
import { settleTables } from "./settled-tables";

const ownerUrl = givenOwnDatabase("settled_tables");
const adminUrl = Object.assign(new URL(inject("adminUrl")), { pathname: "/settled_tables" }).href;

let owner: Connection;
beforeAll(() => {
  owner = connect(ownerUrl, { max: 2 });
});
afterAll(() => owner.close());

test("tables settle although Postgres has added pages in advance, and not before a transaction ends", async () => {
  // A page has room for 15 such rows, so 1,860 rows need 124 pages. Pages are added in powers of two, and the next row takes the last page.
  await owner.db.execute(sql`create table pages as select repeat('x', 500) as filler from generate_series(1, 1860)`);
  await owner.db.execute(sql`insert into pages select repeat('x', 500)`);
  const [seen, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = owner.db.transaction(
    async (tx) => {
      await tx.execute(sql`select count(*) from pages`);
      seen.resolve();
      await release.promise;
    },
    { isolationLevel: "repeatable read" },
  );
  await seen.promise;
  let isSettled = false;
  const settling = settleTables(adminUrl).then(() => {
    isSettled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isSettled).toBe(false);
  release.resolve();
  await reading;
  await settling;

  const facts = sql`select reltuples::integer as rows, relpages as pages, relallvisible as visible from pg_class where relname = 'pages'`;
  expect(await owner.db.execute(facts)).toMatchObject([{ rows: 1861, pages: 125, visible: 125 }]);
});
