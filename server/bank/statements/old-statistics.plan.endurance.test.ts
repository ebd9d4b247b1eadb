import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { only } from "@/db/rows";
import { env } from "@/server/env";
import { givenBankingCompany } from "@/server/testing/given-statement";
import { mt940File } from "@/server/testing/mt940-files";
import { camtFile, type MadeEntry } from "@/server/testing/statement-files";

const ENTRIES = 3_000;
/** Maximum number of rows to read per entry: each step reads the account once per query at worst. */
const MOST_READ = 100;

let admin: Connection;

beforeAll(() => {
  admin = connect(Object.assign(new URL(inject("adminUrl")), { pathname: new URL(env().DATABASE_URL).pathname }).href, { max: 1 });
});

afterAll(() => admin.close());

test(`if Postgres' statistics are older than the account, storing a file reads at most ${MOST_READ} rows per entry`, async () => {
  const first = await givenBankingCompany();
  await first.store(camtFile([{ iban: first.iban, entries: entriesOf(500) }]));
  await admin.db.execute(sql`analyze statement_entries, statement_entry_keys, bank_transactions`);
  const { iban, store } = await givenBankingCompany();

  const before = await rowsRead();
  // Two statements in one file, then the same money in another kind of file.
  const half = ENTRIES / 2;
  const parts = [entriesOf(half), entriesOf(ENTRIES).slice(half)].map((entries, index) => ({ iban, id: `S${index}`, entries }));
  await store(camtFile(parts, "notification8"));
  const again = entriesOf(ENTRIES).map((entry) => ({ ...entry, bankReference: "" }));
  const [statement] = (await store(mt940File({ iban, entries: again }))).statements;
  expect(statement).toMatchObject({ entries: ENTRIES, newEntries: 0 });

  expect((await rowsRead()) - before).toBeLessThan(2 * ENTRIES * MOST_READ);
}, 300_000);

function entriesOf(count: number): MadeEntry[] {
  return Array.from({ length: count }, (_, index) => ({ cents: 1_000 + index, bankReference: `B${index}`, text: `Membership ${index}` }));
}

/** Returns the number of rows that all connections have read in the tables of entries so far. */
async function rowsRead(): Promise<number> {
  const tables = sql`('statement_entries', 'statement_entry_keys', 'bank_transactions')`;
  const { read } = only(
    await admin.db.execute<{ read: string }>(sql`select
      (select sum(idx_tup_read) from pg_stat_all_indexes where relname in ${tables})
      + (select sum(seq_tup_read) from pg_stat_all_tables where relname in ${tables}) as read`),
  );
  return Number(read);
}
