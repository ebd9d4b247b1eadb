import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, moment, partnerId } from "./columns";
import { partners } from "./partners";

/**
 * Refusals of the current hour, by person and key. After the hour, the job `refusals` writes one security event per row and deletes the
 * row. Times are real time.
 */
export const refusalCounts = pgTable(
  "refusal_counts",
  {
    partnerId: partnerId(),
    /** Actor, as in the table of changes. */
    actor: code().notNull(),
    /** Beginning of the hour, in UTC. */
    hour: moment().notNull(),
    refused: integer().notNull(),
    /** Distinct codes of the refusals. */
    codes: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.actor, table.hour] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("refusal_counts_by_hour").on(table.hour),
    check("refusal_counts_some", sql`${table.refused} > 0`),
  ],
);
