import { type SQL, sql } from "drizzle-orm";

/** Next's own Date, which it puts in the place of this one, asks at each call what is being rendered. Here nothing is. */
const { Date: PlainDate } = globalThis;

/**
 * The entries of a subquery as JSON within the row that owns them, so that one statement and one row carry everything.
 * `moment` names the entry's only date.
 */
export function listOf<Entry extends object, Moment extends keyof Entry>(entries: SQL, moment: Moment): SQL<Entry[]> {
  return sql`(select coalesce(json_agg(entry), '[]'::json) from (${entries}) entry)`.mapWith(
    (list: (Omit<Entry, Moment> & Record<Moment, string>)[]): Entry[] =>
      list.map((entry) => ({ ...entry, [moment]: new PlainDate(entry[moment]) }) as Entry),
  );
}
