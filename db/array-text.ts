import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * Returns texts as one parameter of type `text[]`, for `unnest`. A statement with one parameter per column costs a fraction of one with a
 * parameter per value.
 */
export function textArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(SPECIAL, "\\$&")}"`).join(",")}}`;
}

/** Returns numbers, days or booleans as one parameter of an array type. */
export function plainArray(values: readonly (number | string | boolean)[]): string {
  return `{${values.join(",")}}`;
}

/** Condition: the column has one of these values. With one parameter, unlike `inArray`: any number of values gives one statement. */
export function isOneOf(column: AnyColumn, texts: Iterable<string>): SQL {
  return sql`${column} = any(${textArray([...texts])}::text[])`;
}

const SPECIAL = /["\\]/g;
