import { getTableColumns, type SQLChunk, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./client";

/**
 * Inserts any number of rows with the same fields, in one statement with one parameter. A statement may have at most 65,534 parameters, and
 * preparing that many takes longer than inserting the rows. `onConflict`: clause for rows that exist already; absent: such rows are an
 * error.
 */
export async function insertRows<Table extends PgTable>(
  tx: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  onConflict = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const names = columns.map(([name]) => sql.identifier(toSnakeCase(name)));
  const fields = columns.map(([name]) => sql.identifier(name));
  const typed = columns.map(([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`);
  await tx.execute(sql`insert into ${table} (${list(names)}) select ${list(fields)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(${list(typed)}) ${onConflict}`);
}

const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `);
