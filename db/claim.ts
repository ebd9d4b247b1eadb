import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

interface Claimable {
  /** Condition that a row is due. */
  where: SQL | undefined;
  /** Order in which rows are claimed. */
  orderBy: SQL;
  /** Maximum number of rows to claim; default 1. */
  limit?: number;
}

/**
 * Claims rows of a queue. Returns a condition for an `update` or a `delete` that selects the first due rows not locked by another process.
 * The statement itself must remove the rows from the queue, by deleting them or by postponing their next attempt. After a crash there is
 * then nothing to clean up: the row becomes due again.
 *
 * The selection is materialized. For a table that Postgres believes to have one row, it would otherwise run again for each row of the
 * table, and each time find the next due row: all rows would be claimed at once.
 */
export function whereClaimed(table: PgTable, keys: readonly PgColumn[], { where, orderBy, limit = 1 }: Claimable): SQL {
  const columns = sql.join([...keys], sql`, `);
  return sql`(${columns}) in (with due as materialized (
    select ${columns} from ${table} where ${where} order by ${orderBy} limit ${limit} for update skip locked) select * from due)`;
}
