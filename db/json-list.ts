import { type SQL, sql } from "drizzle-orm";

/** The standard Date. Next replaces the global Date with a version of its own, whose checks are useless here. */
const { Date: PlainDate } = globalThis;

/**
 * Returns SQL for a column that contains the rows of a subquery as a JSON list, so that one statement loads a record and its list.
 * `moments` names the columns with times, which JSON turns into text. Each may be null.
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
