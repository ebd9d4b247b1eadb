import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

export interface TableChecksum {
  rows: number;
  /** The same for the same rows, in any order. */
  checksum: string;
}

/** Of every table of the service, by its name, all as of one moment. Reads all of it. By the owner's role, which sees every row; any other is refused. */
export function checksumTables(owner: Database): Promise<Record<string, TableChecksum>> {
  return owner.transaction(
    async (tx) => {
      await tx.execute(sql`select ${settings}`);
      const tables = await tx.execute<{ name: string; schema: string }>(
        sql`select tablename as name, schemaname as schema from pg_tables where schemaname in ('public', 'drizzle') order by schemaname, tablename`,
      );
      const checksums: Record<string, TableChecksum> = {};
      for (const { schema, name } of tables) {
        checksums[`${schema}.${name}`] = only(
          await tx.execute<{ rows: number; checksum: string }>(
            sql`select count(*)::float8 as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
              from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
          ),
        );
      }
      return checksums;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** What decides how a row is spelled, that no row is hidden, and that it may take its time. */
const settings = sql.join(
  Object.entries({
    datestyle: "ISO",
    intervalstyle: "postgres",
    timezone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
    row_security: "off",
    statement_timeout: "0",
  }).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
  sql`, `,
);
