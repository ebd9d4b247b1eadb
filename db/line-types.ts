import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { type LineCategory, type LineType, typesOf } from "@/server/domain/line-types";

/** Whether a line's type belongs to one of these categories: `categoryOf` in SQL. */
export function whereLineIs(type: SQL | AnyColumn, ...categories: LineCategory[]): SQL {
  return whereTypeIn(type, typesOf(...categories));
}

/** Whether a line's type is one of these, as literals: a check constraint and a prepared statement take no parameters here. */
export function whereTypeIn(type: SQL | AnyColumn, types: readonly LineType[]): SQL {
  return sql`${type} in (${sql.raw(types.map((name) => `'${name}'`).join(", "))})`;
}
