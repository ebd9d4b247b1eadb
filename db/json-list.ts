import { type SQL, sql } from "drizzle-orm";

/** The standard Date. Next replaces the global one, whose calls check what is being rendered; here nothing is. */
const { Date: PlainDate } = globalThis;

/**
 * Returns the entries of a subquery as JSON within the row that owns them, so that one statement and one row carry everything. `moment`
 * names the entry's only date.
 */
export function listOf<Entry extends object, Moment extends keyof Entry>(entries: SQL, moment: Moment): SQL<Entry[]> {
  return sql`(select coalesce(json_agg(entry), '[]'::json) from (${entries}) entry)`.mapWith(
    (list: (Omit<Entry, Moment> & Record<Moment, string>)[]): Entry[] =>
      list.map((entry) => ({ ...entry, [moment]: new PlainDate(entry[moment]) }) as Entry),
  );
}
