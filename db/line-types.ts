import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { type LineCategory, type LineType, typesOf } from "@/server/domain/rules/line-types";

/** Condition: the line's type belongs to one of these categories (`categoryOf` in SQL). */
export function whereLineIs(type: SQL | AnyColumn, ...categories: LineCategory[]): SQL {
  return whereTypeIn(type, typesOf(...categories));
}

/**
 * Condition: the line's type is one of these. Uses literals instead of parameters, because check constraints take none, and the values are
 * fixed when a statement is prepared.
 */
export function whereTypeIn(type: SQL | AnyColumn, types: readonly LineType[]): SQL {
  return sql`${type} in (${sql.raw(types.map((name) => `'${name}'`).join(", "))})`;
}
