import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, moment, partnerId } from "./columns";
import { partners } from "./partners";

/** Refusals of the running hour, of each person and key. Once the hour is over, the job `refusals` writes one security event for each row and deletes it. Times are real time. */
export const refusalCounts = pgTable(
  "refusal_counts",
  {
    partnerId: partnerId(),
    /** As the table of changes names who acts. */
    actor: code().notNull(),
    /** The hour's beginning, in UTC. */
    hour: moment().notNull(),
    refused: integer().notNull(),
    /** With which codes, each once. */
    codes: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.actor, table.hour] }),
    foreignKey({ columns: [table.partnerId], foreignColumns: [partners.id] }),
    index("refusal_counts_by_hour").on(table.hour),
    check("refusal_counts_some", sql`${table.refused} > 0`),
  ],
);
