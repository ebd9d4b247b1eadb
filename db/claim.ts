import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

interface Claimable {
  /** Condition for due rows. */
  where: SQL | undefined;
  /** Order in which rows are claimed. */
  orderBy: SQL;
  /** Most rows to claim; default 1. */
  limit?: number;
}

/**
 * Claims rows of a queue. Returns the condition of an `update` or a `delete` that takes the first due rows not locked by another process.
 * The statement itself must take the rows out of the queue, by deleting them or by moving their next attempt: then a crash leaves nothing
 * to clean up, and the row becomes due again.
 */
export function whereClaimed(table: PgTable, keys: readonly PgColumn[], { where, orderBy, limit = 1 }: Claimable): SQL {
  const columns = sql.join([...keys], sql`, `);
  return sql`(${columns}) in (select * from (
    select ${columns} from ${table} where ${where} order by ${orderBy} limit ${limit} for update skip locked) due)`;
}
