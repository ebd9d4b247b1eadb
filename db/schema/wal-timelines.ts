import { pgTable, text } from "drizzle-orm/pg-core";

/**
 * Timelines in which this database has been written. Postgres begins a new timeline whenever a standby becomes the primary. If a standby
 * has the row of the current timeline, it has replayed that timeline, so its log position can be compared with the primary's.
 */
export const walTimelines = pgTable("wal_timelines", {
  timeline: text().primaryKey(),
  /** Random, so that another database's timeline with the same name is not mistaken for this one. */
  mark: text().notNull(),
});
