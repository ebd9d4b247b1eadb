import { pgTable, text } from "drizzle-orm/pg-core";

/**
 * Timelines in which this database has been written: Postgres begins a new one whenever a standby becomes the primary. A standby that has
 * the row of the current timeline has replayed it there, so that its positions in the log can be compared with the primary's.
 */
export const walTimelines = pgTable("wal_timelines", {
  timeline: text().primaryKey(),
  /** Random, so that another database with a timeline of the same name is not mistaken for this one. */
  mark: text().notNull(),
});
