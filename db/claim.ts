import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

interface Claimable {
  /** Which rows are due. */
  where: SQL | undefined;
  /** Which of them come first. */
  orderBy: SQL;
  /** How many to claim at most. */
  limit?: number;
}

/**
 * Claims rows of a queue: the condition of an `update` or a `delete` that takes the first due rows which no other process has locked. The statement
 * itself must take the rows out of the queue, by deleting them or by moving their next attempt: then a crash leaves nothing to clean up, and the row is
 * due again by itself.
 */
export function whereClaimed(table: PgTable, keys: readonly PgColumn[], { where, orderBy, limit = 1 }: Claimable): SQL {
  const columns = sql.join([...keys], sql`, `);
  return sql`(${columns}) in (select * from (
    select ${columns} from ${table} where ${where} order by ${orderBy} limit ${limit} for update skip locked) due)`;
}
