import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";
import { SaxesParser } from "saxes";
import { only } from "@/db/rows";
import { type GivenPartner, givenCompany, givenPartner } from "@/server/testing/given";
import { givenBankAccount } from "@/server/testing/given-bank-account";

// The least work that keeping a file can take: reading it once, and writing its rows.

/** Parses a file without using anything of it. Returns the time in s. */
export async function readOnce(path: string, isXml: boolean): Promise<number> {
  const startedAt = performance.now();
  if (isXml) {
    const parser = new SaxesParser();
    for await (const text of createReadStream(path, "utf8")) parser.write(text);
    parser.close();
  } else {
    for await (const _ of createInterface({ input: createReadStream(path) }));
  }
  return (performance.now() - startedAt) / 1_000;
}

const TABLES = ["statement_entries", "statement_entry_keys", "bank_transactions"];

/**
 * Copies a partner's stored entries to another partner, by `COPY` into the same tables in one transaction. Returns the time in s, without
 * that for reading the rows.
 */
export async function copyAgain(adminUrl: string, { id: from }: GivenPartner): Promise<number> {
  const to = await givenPartner();
  const account = await givenBankAccount(to, await givenCompany(to));
  const own = { partner_id: to.id, company_id: account.companyId, bank_account_id: account.id };
  const sql = postgres(adminUrl, { max: 1 });

  /** Returns the table's columns, and the values to write into them. */
  const columnsOf = async (table: string) => {
    const columns = await sql<{ name: string }[]>`select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} order by ordinal_position`;
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => (name in own ? `'${own[name as keyof typeof own]}'` : name));
    return { names: names.join(", "), selected: `select ${values.join(", ")} from ${table} where partner_id = '${from}'` };
  };

  for (const table of ["statement_files", "bank_statements"]) {
    const { names, selected } = await columnsOf(table);
    await sql.unsafe(`insert into ${table} (${names}) ${selected}`);
  }
  // Through files of the server's own, because the streams of `postgres` 3.4.9 sometimes never end with this many rows.
  const folder = only(await sql`select current_setting('data_directory') as folder`).folder;
  const copies: string[] = [];
  for (const table of TABLES) {
    const { names, selected } = await columnsOf(table);
    const file = join(folder, `${table}.copied`);
    await sql.unsafe(`copy (${selected}) to '${file}'`);
    copies.push(`copy ${table} (${names}) from '${file}'`);
  }
  const startedAt = performance.now();
  await sql.begin(async (tx) => {
    for (const copy of copies) await tx.unsafe(copy);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const counted =
    await sql`select count(*) filter (where partner_id = ${from}) as from, count(*) filter (where partner_id = ${to.id}) as to from bank_transactions`;
  const { from: read, to: written } = only(counted);
  if (read !== written) throw new Error(`${written} of ${read} rows were copied`);
  await sql.end();
  return seconds;
}
