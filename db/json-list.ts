import { type SQL, sql } from "drizzle-orm";

/** The standard Date. Next replaces the global Date with a version that checks the rendering state at each call, which is useless here. */
const { Date: PlainDate } = globalThis;

/**
 * Returns the entries of a subquery as JSON within the row of their owner, so that one statement and one row contain everything. `moments`
 * names all dates of an entry, each of which may be null.
 */
export function listOf<Entry extends object, Moment extends keyof Entry>(entries: SQL, ...moments: Moment[]): SQL<Entry[]> {
  return sql`(select coalesce(json_agg(entry), '[]'::json) from (${entries}) entry)`.mapWith(
    (list: (Omit<Entry, Moment> & Record<Moment, string | null>)[]): Entry[] =>
      list.map((entry) => {
        const dates = moments.map((moment) => [moment, entry[moment] === null ? null : new PlainDate(entry[moment])]);
        return { ...entry, ...Object.fromEntries(dates) } as Entry;
      }),
  );
}
