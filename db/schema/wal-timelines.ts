import { pgTable, text } from "drizzle-orm/pg-core";

/**
 * The histories that this database has been written in: Postgres begins a new one whenever a standby becomes the primary. Who has the row of the present one has read it there, so that its
 * positions in the log can be compared with the primary's.
 */
export const walTimelines = pgTable("wal_timelines", {
  timeline: text().primaryKey(),
  /** Made up, so that another database with a history of the same name is not taken for this one. */
  mark: text().notNull(),
});
