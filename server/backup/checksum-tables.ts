import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";

export interface TableChecksum {
  rows: number;
  /** Equal for the same rows in any order. */
  checksum: string;
}

/**
 * Returns a checksum of each of the service's tables by name, all from one snapshot. Reads all data. Throws unless run with the owner's
 * role, which sees every row.
 */
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

/** Settings that fix the format of rows, remove the time-out, and make the query fail if row security would hide rows. */
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
